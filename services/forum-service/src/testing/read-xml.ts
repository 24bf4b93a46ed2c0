import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';

/** What two parsers take an XML document for: one judges every character, the other gives what it found. */
export function readXml(text: string): unknown {
  const judge = new SaxesParser({ xmlns: true });
  judge.on('error', (error) => {
    throw error;
  });
  judge.write(text).close();
  const parser = new XMLParser({
    ignoreDeclaration: true,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => name === 'resource',
  });
  return parser.parse(text, true);
}

import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';

/** Parses XML with two parsers: a strict one that validates, and one that returns the content. */
export function readXml(text: string): unknown {
  const validator = new SaxesParser({ xmlns: true });
  validator.on('error', (error) => {
    throw error;
  });
  validator.write(text).close();
  const parser = new XMLParser({
    ignoreDeclaration: true,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => name === 'resource',
  });
  return parser.parse(text, true);
}

import { describe, expect, it } from '@jest/globals';
import { readXml } from '../../testing/read-xml.ts';
import { XML_NOTATION } from './xml.ts';

const { whole, begin, between, item, end } = XML_NOTATION;

const written = (text: string) => readXml(whole({ text }));

describe('S21 XML output injection', () => {
  it.each([
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['&amp;lt;', '&amp;lt;'],
    ['a & b &c; &#60;', 'a & b &c; &#60;'],
    [']]>', ']]>'],
    ['</text></response>', '</text></response>'],
    ['<!-- <![CDATA[ <?x', '<!-- <![CDATA[ <?x'],
    ['😀\t\n', '😀\t\n'],
    ['a\ud800b\udc00c', 'abc'],
    ['\udc00\ud800', ''],
    ['\ufffe\uffff', ''],
  ])('%j is parsed as %j by two parsers, alone and in a list', (text, expected) => {
    expect(written(text)).toEqual({ response: { text: expected } });
    expect(readXml(begin + item({ text }) + end)).toEqual({
      response: { resource: [{ text: expected }] },
    });
  });

  it('characters that XML 1.0 forbids are removed', () => {
    const controls = String.fromCodePoint(...Array.from({ length: 32 }, (_, code) => code));
    expect(written(controls.replace('\r', ''))).toEqual({ response: { text: '\t\n' } });
  });
});

describe('a response in XML', () => {
  it('contains the fields of a record, null as an empty element', () => {
    expect(whole({ id: 1, state: null, visible: true })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><response><id>1</id><state/><visible>true</visible></response>',
    );
  });

  it('contains resources for a list, also within a record', () => {
    const records = [{ topics: ['Q', 'P'], user: { id: 2 } }, { id: 3 }];
    expect(begin + records.map(item).join(between) + end).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><response><resource><topics><resource>Q</resource><resource>P</resource></topics><user><id>2</id></user></resource><resource><id>3</id></resource></response>',
    );
    expect(whole(records)).toBe(begin + records.map(item).join(between) + end);
    expect(whole([])).toBe('<?xml version="1.0" encoding="UTF-8"?><response/>');
  });
});

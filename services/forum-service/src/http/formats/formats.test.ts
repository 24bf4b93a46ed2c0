import { MOST_DOCUMENT_BYTES } from '@guidepost/http';
import { describe, expect, it } from '@jest/globals';
import { readXml } from '../../testing/fuzzing/fuzzed-api.ts';
import { write } from '../answer-read.ts';
import { neutralizeTags } from '../records.ts';
import { isCallbackName, jsonpNotation, notationOf, XML_NOTATION } from './notations.ts';
import type { ResourceRecord } from './record.ts';

const listOf = (records: readonly ResourceRecord[]) => ({ records: () => records });

const JSON_FORMAT = { format: 'json', callback: undefined } as const;
const FORMATS = [
  ['JSON', JSON_FORMAT, '[]', '[{"id":1},{"id":2}]'],
  ['JSONP', { format: 'json', callback: 'f' }, '/**/f([]);', '/**/f([{"id":1},{"id":2}]);'],
  [
    'XML',
    { format: 'xml', callback: undefined },
    '<?xml version="1.0" encoding="UTF-8"?><response/>',
    '<?xml version="1.0" encoding="UTF-8"?><response><resource><id>1</id></resource><resource><id>2</id></resource></response>',
  ],
] as const;

describe.each(FORMATS)('a list in %s', (_, writing, empty, two) => {
  const notation = notationOf(writing);

  it('concatenates its records', async () => {
    expect(await write(listOf([]), notation, MOST_DOCUMENT_BYTES)).toEqual({
      body: empty,
      count: 0,
      isCut: false,
    });
    expect(await write(listOf([{ id: 1 }, { id: 2 }]), notation, MOST_DOCUMENT_BYTES)).toEqual({
      body: two,
      count: 2,
      isCut: false,
    });
  });

  it('is the same when short and written at once', async () => {
    expect(await write([{ id: 1 }, { id: 2 }], notation, MOST_DOCUMENT_BYTES)).toEqual({
      body: two,
      isCut: false,
    });
    expect(await write([], notation, MOST_DOCUMENT_BYTES)).toEqual({ body: empty, isCut: false });
  });

  it('ends before the record that does not fit, at most at the maximum size', async () => {
    const records = listOf([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(await write(records, notation, two.length)).toEqual({ body: two, count: 2, isCut: true });
    const cut = await write(records, notation, two.length - 1);
    expect([cut.count, cut.isCut]).toEqual([1, true]);
  });

  it('always contains its first record', async () => {
    expect(await write(listOf([{ id: 1 }, { id: 2 }]), notation, 1)).toMatchObject({ count: 1, isCut: true });
  });
});

it('a list is written in slices that yield to the event loop', async () => {
  const begun: (number | string)[] = [];
  function* records() {
    for (const id of [1, 2, 3]) {
      setImmediate(() => begun.push('another'));
      begun.push(id);
      const end = performance.now() + 3;
      while (performance.now() < end);
      yield { id };
    }
  }
  const { body } = await write({ records }, notationOf(JSON_FORMAT), MOST_DOCUMENT_BYTES);
  expect(body).toBe('[{"id":1},{"id":2},{"id":3}]');
  expect(begun).toEqual([1, 'another', 2, 'another', 3, 'another']);
});

it('records that do not fit are not created', async () => {
  let made = 0;
  function* records() {
    for (; made < 1_000; made += 1) yield { text: 'x'.repeat(100) };
  }
  const { count } = await write({ records }, notationOf(JSON_FORMAT), 1_000);
  expect(made).toBe(count);
});

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

it.each([
  ['a<b', 'a< b'],
  ['</b>', '< /b>'],
  ['<!--', '< !--'],
  ['<?php', '< ?php'],
  ['<<B>', '<< B>'],
  ['a < b', 'a < b'],
  ['1<2 <3', '1<2 <3'],
  ['<', '<'],
  ['&lt;b', '&lt;b'],
])('%s is sent as %s: a < that could open a tag is followed by a space', (text, expected) => {
  expect(neutralizeTags(text)).toBe(expected);
});

describe('S1 JSONP callback injection', () => {
  it.each([
    'f',
    '_',
    '$',
    'jQuery1102_1700000000000',
    'a.b.c',
    'a[0]',
    'window.callbacks[12].done',
    'a.delete',
    'a'.repeat(128),
  ])('%s is a function name', (name) => {
    expect(isCallbackName(name)).toBe(true);
  });

  it.each([
    '',
    'alert(1)//',
    'a;b',
    'a=b',
    '</script>',
    'a'.repeat(129),
    'delete',
    'this.x',
    'eval',
    'null',
    'class[0]',
    'a..b',
    '.a',
    'a.',
    'a[x]',
    'a[01]',
    'a["b"]',
    'a[-1]',
    '1a',
    'a b',
    'a\n',
    'å',
    '\u2028',
    'a`b`',
  ])('%j is not', (name) => {
    expect(isCallbackName(name)).toBe(false);
  });

  it('starts with a comment, and escapes the line separators of old browsers', () => {
    expect(jsonpNotation('f').whole({ a: '\u2028\u2029' })).toBe(String.raw`/**/f({"a":"\u2028\u2029"});`);
  });
});

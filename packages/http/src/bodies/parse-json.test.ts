import { describe, expect, it } from '@jest/globals';
import { parseJson } from './parse-json.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('parseJson', () => {
  it.each([
    ['{"a": [1, "å"]}', { a: [1, 'å'] }],
    ['"U+0000 escaped: \\u0000"', 'U+0000 escaped: \0'],
    ['\uFEFF{}', {}],
    ['null', null],
  ])('reads %j', (text, value) => {
    expect(parseJson(bytesOf(text))).toEqual(value);
  });

  it('S19 treats __proto__ as an ordinary member', () => {
    const value = parseJson(bytesOf('{"__proto__": {"polluted": true}}')) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it.each([
    ['nothing', bytesOf('')],
    ['white space', bytesOf(' \n')],
    ['half an object', bytesOf('{"a":')],
    ['two values', bytesOf('{}{}')],
    ['a comment', bytesOf('{} // a')],
    ['U+0000 as it is', bytesOf('"\0"')],
    ['Latin-1', Uint8Array.of(0x22, 0xe5, 0x22)],
    ['an encoded surrogate', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x31, 0x00)],
  ])('calls %s malformed, without repeating it', (_title, bytes) => {
    expect(() => parseJson(bytes)).toThrow(
      expect.objectContaining({ kind: 'malformed', message: 'The request body is not JSON in UTF-8.' }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { acceptsExactly } from './bodies/read-form.ts';
import { parseMediaRanges } from './media-ranges.ts';

const read = (header: string) =>
  parseMediaRanges(header).map(({ type, parameters, weight }) => [
    type,
    Object.fromEntries(parameters),
    weight,
  ]);

describe('parseMediaRanges', () => {
  it.each([
    ['', []],
    ['*/*', [['*/*', {}, 1]]],
    ['Text/HTML', [['text/html', {}, 1]]],
    [
      'a/b, c/d ,,e/*',
      [
        ['a/b', {}, 1],
        ['c/d', {}, 1],
        ['e/*', {}, 1],
      ],
    ],
    [
      'a/b;q=0.5, c/d; Q=0',
      [
        ['a/b', {}, 0.5],
        ['c/d', {}, 0],
      ],
    ],
    ['a/b;charset=UTF-8 ; Level=1', [['a/b', { charset: 'UTF-8', level: '1' }, 1]]],
    ['a/b;ext="x, y;z"', [['a/b', { ext: 'x, y;z' }, 1]]],
    [
      'a/b;t="say \\"a, b\\"";q=0.3,c/d',
      [
        ['a/b', { t: 'say "a, b"' }, 0.3],
        ['c/d', {}, 1],
      ],
    ],
    ['a/b;q=2, a/b;q=x, a/b;q=-1, a/b;q=', Array.from({ length: 4 }, () => ['a/b', {}, 1])],
    ['a/b;t=1;t=2;', [['a/b', { t: '1' }, 1]]],
    ['a/b;t', [['a/b', { t: '' }, 1]]],
    ['a/b;t = 1', [['a/b', { t: '1' }, 1]]],
    ['a/b;t="', [['a/b', { t: '"' }, 1]]],
    ['a/b;t=x"', [['a/b', { t: 'x"' }, 1]]],
    ['a/b;t="never closed, c/d', [['a/b', { t: '"never closed, c/d' }, 1]]],
    ['nonsense, /, a/, a/b/c, "a/b", a b/c, d/e', [['d/e', {}, 1]]],
    ['a/b;__proto__=1', [['a/b', Object.fromEntries([['__proto__', '1']]), 1]]],
  ])('%s', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });
});

const MEDIA_TYPE = 'application/vnd.example+json';

describe('acceptsExactly', () => {
  it.each([MEDIA_TYPE, ` \t${MEDIA_TYPE} `, 'Application/VND.Example+JSON'])('"%s" is served', (header) => {
    expect(acceptsExactly(header, MEDIA_TYPE)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    `${MEDIA_TYPE}, */*`,
    `${MEDIA_TYPE},${MEDIA_TYPE}`,
    `${MEDIA_TYPE},`,
    `${MEDIA_TYPE};q=1`,
    `${MEDIA_TYPE}; charset=utf-8`,
    `${MEDIA_TYPE};ext="https://example.com/ext"`,
    `${MEDIA_TYPE};profile="https://example.com/profile"`,
    `${MEDIA_TYPE};`,
    `${MEDIA_TYPE}x`,
    'application / vnd.example+json',
    `"${MEDIA_TYPE}"`,
  ])('"%s" is not served', (header) => {
    expect(acceptsExactly(header, MEDIA_TYPE)).toBe(false);
  });
});

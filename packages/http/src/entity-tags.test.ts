import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { entityTag, isNotModified, readIfMatch, strongEntityTag } from './entity-tags.ts';

describe('entityTag', () => {
  it('is weak, quoted and short', () => {
    expect(entityTag('anything')).toMatch(/^W\/"[A-Za-z0-9_-]{22}"$/);
  });

  it('is the same for a text and its UTF-8 bytes', () => {
    expect(entityTag('blåbär 😀')).toBe(entityTag(Buffer.from('blåbär 😀')));
  });

  it('is the same in every process and release, to keep caches valid', () => {
    expect(entityTag('')).toBe('W/"47DEQpj8HBSa-_TImW-5JC"');
  });

  it('differs when one byte does', () => {
    expect(entityTag('a'.repeat(10_000))).not.toBe(entityTag(`${'a'.repeat(9_999)}b`));
  });
});

const TAG = 'W/"abc"';

describe('isNotModified', () => {
  it.each([
    ['the tag', 'W/"abc"'],
    ['its strong form', '"abc"'],
    ['any', '*'],
    ['any, with white space', ' * '],
    ['a list', '"x", W/"abc"'],
    ['a list without spaces', '"x","abc","y"'],
    ['a list with empty members', ', ,\t"x",, "abc",'],
    ['a list after a tag that holds commas', '"a,b,\\", "abc"'],
    ['a list after an invalid tag', 'abc, xyz; "q, "abc"'],
    ['tags without a comma between them', '"x""abc"'],
  ])('%s matches the tag: %s', (_title, header) => {
    expect(isNotModified(header, TAG)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['another tag', '"abd"'],
    ['the tag without quotes', 'abc'],
    ['the tag in other letter case', '"ABC"'],
    ['a longer tag', '"abcd"'],
    ['a lower-case weakness mark', 'w/"abc"'],
    ['the tag inside another', '"x, abc"'],
    ['an unclosed quote', '"abc'],
    ['an unclosed quote before the tag', '"x, W/"abc"x'],
    ['a star in a list', '"x", *'],
    ['only separators', ' , ,, '],
  ])('%s does not', (_title, header) => {
    expect(isNotModified(header, TAG)).toBe(false);
  });

  it('compares a strong tag weakly too', () => {
    expect(isNotModified('W/"abc"', '"abc"')).toBe(true);
  });
});

describe('strongEntityTag', () => {
  it('begins with the revision', () => {
    expect(strongEntityTag('7.', 'W/"abc"')).toBe('"7.abc"');
  });
});

describe('readIfMatch', () => {
  it.each([
    [undefined, undefined],
    ['*', undefined],
    [' * ', undefined],
    ['', []],
    ['"a"', ['a']],
    ['W/"a"', ['a']],
    ['"a", W/"b,c" ,"d"', ['a', 'b,c', 'd']],
    ['a, "b', []],
    ['"*"', ['*']],
    ['"'.repeat(100_001), Array(50_000).fill('')],
  ])('%j names %j', (header, tags) => {
    expect(readIfMatch(header)).toEqual(tags);
  });
});

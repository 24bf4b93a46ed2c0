import { describe, expect, it } from '@jest/globals';
import { foldTagName, readFoldedTags } from './tag.ts';

describe('spellings are the same tag if they are equal after NFC and case folding', () => {
  it.each([
    ['Urgent', 'URGENT'],
    ['Älg', 'A\u0308LG'],
    ['Straße', 'STRASSE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ﬁnal', 'Final'],
    ['\u212Bngström', 'ångström'],
    ['İ', 'i\u0307'],
    ['ǰ', 'J\u030C'],
  ])('%s and %s', (one, other) => {
    expect(foldTagName(one)).toBe(foldTagName(other));
  });

  it.each([
    ['ı', 'i'],
    ['a', 'å'],
    ['two words', 'twowords'],
    ['1', '¹'],
  ])('unlike %s and %s', (one, other) => {
    expect(foldTagName(one)).not.toBe(foldTagName(other));
  });

  it('folding is idempotent', () => {
    for (const name of ['İ', 'ǰ', 'ΌΣΟΣ', 'ŉ', 'ı', 'ᾳ']) {
      expect(foldTagName(foldTagName(name))).toBe(foldTagName(name));
    }
  });
});

describe('a list of tags', () => {
  it.each([
    ['a,b', ['a', 'b']],
    [' a , B,A', ['a', 'b']],
    [',,', []],
    ['', []],
  ])('"%s" contains %j', (text, expected) => {
    expect(readFoldedTags(text)).toEqual(expected);
  });
});

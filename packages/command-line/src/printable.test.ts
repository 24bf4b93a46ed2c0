import { describe, expect, it } from '@jest/globals';
import { printable, printableJson, printableLine } from './printable.ts';

/** What it is, a text with it, and what is shown. */
const TRICKS = [
  ['a colour', 'a\u001b[31mb', 'a<U+001B>[31mb'],
  ['the same in one character', 'a\u009b31mb', 'a<U+009B>31mb'],
  ['a carriage return, which overwrites', 'good\rbad', 'good<U+000D>bad'],
  ['a backspace', 'a\bb', 'a<U+0008>b'],
  ['an override of the direction', 'a\u202etxt.exe', 'a<U+202E>txt.exe'],
  ['an isolate', 'a\u2066b\u2069', 'a<U+2066>b<U+2069>'],
  ['a space without width', 'a\u200bb', 'a<U+200B>b'],
  ['an invisible tag character', 'a\u{e0041}', 'a<U+E0041>'],
  ['half a character', 'a\ud83d', 'a<U+D83D>'],
  ['a line separator', 'a\u2028b', 'a<U+2028>b'],
] as const;

/** What needs no help to be shown. */
const FINE = ['Straße, 日本, 👨‍👩‍👧 and ❤️', 'می‌خواهم', 'co\u00adoperate', 'two\nlines\tand a tab'];

describe('what is printed for people', () => {
  it.each(TRICKS)('shows what a terminal would obey or hide: %s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each(FINE)('is as it was written otherwise: %j', (text) => {
    expect(printable(text)).toBe(text);
  });

  it('is one line where one is wanted', () => {
    expect(printableLine(' two\nlines\u202e \t here ')).toBe('two lines<U+202E> here');
  });
});

describe('JSON that is printed', () => {
  it.each([...TRICKS.map(([, text]) => text), ...FINE])('says the same and obeys nothing: %j', (text) => {
    const json = printableJson(JSON.stringify({ text }, null, 2));
    expect(JSON.parse(json)).toEqual({ text });
    expect(printable(json)).toBe(json);
  });
});

import { describe, expect, it } from '@jest/globals';
import { parseLanguage, parseName } from './arguments.ts';

describe('a name', () => {
  it.each([
    ['Example Help', 'Example Help'],
    ['  Example \u00a0 Help ', 'Example Help'],
    ['👍'.repeat(200), '👍'.repeat(200)],
  ])('is taken without superfluous white space: "%s"', (value, name) => {
    expect(parseName(value)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \u00a0'],
    ['a line break (S24)', 'a\nb'],
    ['a control character', 'a\u0007b'],
    ['half a character', '\ud83d'],
    ['more than 200 characters', 'a'.repeat(201)],
  ])('is not %s', (_, value) => {
    expect(() => parseName(value)).toThrow(/^It must/);
  });
});

describe('a language', () => {
  it('is two letters, in any case', () => {
    expect(parseLanguage('SV')).toBe('sv');
  });

  it.each(['', 's', 'swe', 's1', 'sv\n', 'qq'])('is not "%s"', (value) => {
    expect(() => parseLanguage(value)).toThrow('ISO 639-1');
  });
});

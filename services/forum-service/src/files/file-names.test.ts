import { describe, expect, it } from '@jest/globals';
import { createFileName, formatFileName, parseFileName } from './file-names.ts';

describe('the name of a file in its address', () => {
  const names = Array.from({ length: 2_000 }, () => formatFileName(createFileName('png')));

  it('S9 has 22 random characters of 64, always different', () => {
    for (const name of names) expect(name).toMatch(/^[\w-]{22}\.png$/);
    expect(new Set(names).size).toBe(names.length);
    for (const sign of 'abyzABYZ0189_-') expect(names.join('')).toContain(sign);
  });

  it('never looks like a command option', () => {
    expect(names.filter((name) => name.startsWith('-'))).toEqual([]);
  });

  it('is parsed as it is written', () => {
    for (const name of names)
      expect(formatFileName(parseFileName(name) ?? { token: '', ending: '' })).toBe(name);
  });
});

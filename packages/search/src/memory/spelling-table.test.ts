import { expect, it } from '@jest/globals';
import { createSpellingTable } from './spelling-table.ts';

const spelling = (word: string) => {
  const bytes = Buffer.from(`<${word}>`);
  return { bytes, start: 1, end: bytes.length - 1 };
};

it('numbers spellings, however many and alike they are', () => {
  const table = createSpellingTable();
  const words = ['', 'a', 'å', '接', 'x'.repeat(1_000), ...Array.from({ length: 10_000 }, (_, n) => `w${n}`)];
  const unknown = words.filter((word) => {
    const found = table.find(spelling(word));
    table.add(spelling(word));
    return found === -1;
  });
  expect(unknown).toEqual(words);
  expect(words.map((word) => table.find(spelling(word)))).toEqual([...words.keys()]);
  expect(table.find(spelling('w10000'))).toBe(-1);
});

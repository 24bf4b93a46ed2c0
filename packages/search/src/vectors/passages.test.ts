import { describe, expect, it } from '@jest/globals';
import { cutPassages } from './passages.ts';

const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => `w${from + place}`).join(' ');

describe('the passages of a document', () => {
  it('are its words, with the title before each', () => {
    expect(cutPassages(['Title', 'Headings', words(200)])).toEqual([
      `Title\nHeadings\n${words(159)}`,
      `Title\n${words(41, 159)}`,
    ]);
  });

  it.each<[string, string[], string[]]>([
    ['only a title', ['Title'], ['Title']],
    ['a title and blanks', ['Title', ' ', '\n'], ['Title']],
    ['no title', ['', 'text'], ['\ntext']],
    ['nothing', [], []],
    ['empty fields', ['', '', ''], []],
  ])('of %s', (_, fields, passages) => {
    expect(cutPassages(fields)).toEqual(passages);
  });

  it('are fifty at most', () => {
    expect(cutPassages(['Title', words(20_000)])).toHaveLength(50);
  });

  it('are not too long for a model where words have no spaces between them', () => {
    const lengths = cutPassages(['', '字'.repeat(3_000)]).map(({ length }) => length);
    expect(lengths).toEqual([1_201, 1_201, 601]);
  });

  it('take linear time', () => {
    expect(cutPassages(['', ' '.repeat(200_000)])).toEqual([]);
    expect(cutPassages(['', `${' '.repeat(100_000)}${'x'.repeat(100_000)}`]).length).toBeLessThanOrEqual(50);
  });
});

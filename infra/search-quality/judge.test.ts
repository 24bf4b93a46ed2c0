import { describe, expect, it } from '@jest/globals';
import { type Answer, ndcg, shareOfHelped, shareOfNothing } from './judge.ts';

const GRADES = new Map([
  ['best', 3],
  ['good', 2],
  ['fair', 1],
  ['off', 0],
]);
const IDEAL = 7 + 3 / Math.log2(3) + 1 / 2;

describe('NDCG@10', () => {
  it.each<[string, string[], number]>([
    ['the ideal order', ['best', 'good', 'fair'], 1],
    ['the ideal order followed by irrelevant results', ['best', 'good', 'fair', 'off', 'unknown'], 1],
    ['nothing', [], 0],
    ['irrelevant results', ['off', 'unknown'], 0],
    ['the best alone', ['best'], 7 / IDEAL],
    ['the best in the second place', ['off', 'best'], 7 / Math.log2(3) / IDEAL],
    ['the wrong way round', ['fair', 'good', 'best'], (1 + 3 / Math.log2(3) + 7 / 2) / IDEAL],
    ['repeated results, which count once', ['best', 'best', 'best'], 7 / IDEAL],
    ['the best in the tenth place', [...Array.from('abcdefghi'), 'best'], 7 / Math.log2(11) / IDEAL],
    ['the best in the eleventh place, beyond the limit', [...Array.from('abcdefghij'), 'best'], 0],
  ])('of %s', (_, found, expected) => {
    expect(ndcg(found, GRADES)).toBeCloseTo(expected, 12);
  });

  it('compares with the ten best of more relevant documents', () => {
    const grades = new Map(Array.from({ length: 12 }, (_, index) => [`d${index}`, 3]));
    expect(ndcg([...grades.keys()], grades)).toBe(1);
  });

  it('is undefined without relevant documents', () => {
    expect(() => ndcg(['off'], new Map([['off', 0]]))).toThrow(RangeError);
  });
});

describe('shares of answers', () => {
  const answers = [
    ['best'],
    ['off', 'off', 'off', 'off', 'fair'],
    ['off', 'off', 'off', 'off', 'off', 'best'],
    [],
  ].map(
    (found): Answer => ({
      contender: '',
      judged: { corpus: '', query: '', grades: GRADES },
      language: 'en',
      found,
      ndcg: 0,
    }),
  );

  it('count those without results', () => {
    expect(shareOfNothing(answers)).toBe(1 / 4);
  });

  it('count those with a helpful result among the first five', () => {
    expect(shareOfHelped(answers)).toBe(2 / 4);
  });

  it('are zero without answers', () => {
    expect(shareOfHelped([])).toBe(0);
  });
});

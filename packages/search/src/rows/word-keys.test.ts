import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createSlipCounter } from '../ranking/nearest-word.ts';
import { wordsOf } from '../testing/indexed-texts.ts';
import { seededRandom } from '../testing/random-texts.ts';
import { documentKeys, keyOf, similarKeys, wordKeys } from './word-keys.ts';

const keysOf = (form: string) => new Set(wordKeys(1, { form, stem: form }));
const isFound = (form: string, typed: string, slips: number) =>
  similarKeys(1, typed, slips).some((key) => keysOf(form).has(key));

describe('keys of similar words', () => {
  it.each([
    ['replication', 'replicaton', 2],
    ['replication', 'repilcation', 2],
    ['replication', 'xeplicatioy', 2],
    ['vacuum', 'vaucum', 1],
    ['rose', 'rsoe', 1],
    ['rose', 'ros', 1],
    ['slot', 'slat', 1],
    ['daemon', 'daemonn', 1],
    ['settings', 'setting', 2],
  ])('find %s for %s', (form, typed, slips) => {
    expect(isFound(form, typed, slips)).toBe(true);
  });

  it('find every word with so many letters changed, added or missing, and few others', () => {
    const random = seededRandom(3);
    const letter = () => 'abcdefghijklmnopqrstuvwxyz'.charAt(Math.floor(random() * 26));
    const word = () => Array.from({ length: 4 + Math.floor(random() * 9) }, letter).join('');
    const slip = (text: string) => {
      const at = Math.floor(random() * (text.length + 1));
      const [before, after] = [text.slice(0, at), text.slice(at + Math.floor(random() * 2))];
      return `${before}${random() < 0.7 ? letter() : ''}${after}`;
    };
    const missed: string[] = [];
    let others = 0;
    for (let times = 0; times < 2_000; times += 1) {
      const [form, other] = [word(), word()];
      const typed = form.length < 8 ? slip(form) : slip(slip(form));
      const slips = typed.length < 8 ? 1 : 2;
      const isNear = createSlipCounter(typed)(form, slips) <= slips && form.length >= typed.length - 1;
      if (typed.length >= 4 && isNear && !isFound(form, typed, slips)) missed.push(`${form} ${typed}`);
      if (isFound(other, typed, slips)) others += 1;
    }
    expect(missed).toEqual([]);
    expect(others).toBeLessThan(100);
  });
});

describe('keys of documents', () => {
  const keys = documentKeys(1, wordsOf(['Red roses', 'Roses and tulips'], createAnalyzer('en')));

  it('are of each stem, and once more of those in the title', () => {
    const expected = ['red', 'rose', 'and', 'tulip'].map((stem) => keyOf(1, 'text', stem));
    const inTitle = ['red', 'rose'].map((stem) => keyOf(1, 'title', stem));
    expect(keys.toSorted()).toEqual([...expected, ...inTitle].toSorted());
  });

  it('are those of one tenant', () => {
    expect(keys).not.toContain(keyOf(2, 'text', 'rose'));
  });
});

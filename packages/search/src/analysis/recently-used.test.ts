import { describe, expect, it } from '@jest/globals';
import { createRecentlyUsed } from './recently-used.ts';

/** A memory for upper case that tells what it had to compute. */
function memory(size: number) {
  const recent = createRecentlyUsed<string>(size);
  const computed: string[] = [];
  const ask = (key: string) =>
    recent.get(key, (missing) => {
      computed.push(missing);
      return missing.toUpperCase();
    });
  return { ask, computed };
}

describe('what was used lately', () => {
  it('is computed once', () => {
    const { ask, computed } = memory(10);
    expect([ask('a'), ask('a')]).toEqual(['A', 'A']);
    expect(computed).toEqual(['a']);
  });

  it('is kept while it is used, whatever else comes', () => {
    const { ask, computed } = memory(2);
    for (const key of 'abacadaeafa') ask(key);
    expect(computed.filter((key) => key === 'a')).toEqual(['a']);
  });

  it('is forgotten when it is not', () => {
    const { ask, computed } = memory(2);
    for (const key of 'abcdea') ask(key);
    expect(computed.filter((key) => key === 'a')).toEqual(['a', 'a']);
  });

  it('keeps every character, halves of pairs too', () => {
    const { ask } = memory(2);
    expect(ask('\uD800é𐐨')).toBe('\uD800É𐐀');
  });
});

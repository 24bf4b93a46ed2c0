import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { formToken, stemToken, tokenLevels } from './engine-document.ts';
import { LEVELS } from './settings.ts';

const ENGLISH = createAnalyzer('en');

const levelOf = (token: string, fields: string[], analyzer = ENGLISH) =>
  tokenLevels(fields, analyzer).findIndex((tokens) => tokens.includes(token));
const rose = (...fields: string[]) => levelOf(stemToken('rose'), fields);
const far = (...fields: string[]) => levelOf(stemToken('far'), fields, createAnalyzer('sv'));
const others = (count: number) => Array.from({ length: count }, (_, number) => `w${number}x`).join(' ');

describe('how much a document is about a word', () => {
  it.each([
    ['a title above headings', rose('rose', ''), rose('', 'rose')],
    ['headings above text', rose('', 'rose'), rose('', '', 'rose')],
    ['often above once', rose('', '', 'rose rose rose'), rose('', '', 'rose')],
    ['in any form', rose('', '', 'roses rose roses'), rose('', '', 'roses')],
    ['a short document above a long one', rose('', '', 'rose'), rose('', '', `rose ${others(1_000)}`)],
    ['an exact word above a folded one', far('', '', 'far'), far('', '', 'får')],
  ])('ranks %s', (_, better, worse) => {
    expect(worse).toBeGreaterThan(better);
  });

  it.each([
    ['again and again', ['rose '.repeat(1_000), '', ''], 0],
    ['hardly at all', ['', '', `rose ${others(20_000)}`], LEVELS - 1],
  ])('is bounded: %s', (_, fields, level) => {
    expect(rose(...fields)).toBe(level);
  });

  it('lists each token once, and forms that differ from their stem', () => {
    const tokens = tokenLevels(['Tulips', 'tulip', 'tulips'], ENGLISH).flat();
    expect(tokens.toSorted()).toEqual([formToken('tulips'), stemToken('tulip')]);
  });
});

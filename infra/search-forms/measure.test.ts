import { createEmbeddedSearch, SEARCH_MIGRATIONS } from '@guidepost/search';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MeasuredPair, measureAnalysis, measurePairs } from './measure.ts';
import type { FormPair, PairKind } from './pairs.ts';
import { describeFaults, describeForms } from './report.ts';

function pair(words: readonly [string, string], kind: PairKind = 'inflection', isHeldOut = false): FormPair {
  return { kind, words, isHeldOut };
}

describe('a pair of words', () => {
  let opened: MigratedDatabase;

  beforeAll(async () => {
    opened = await openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
  });
  afterAll(() => opened.close());

  it('is found if each word finds the other, and not by a correction or by how words begin', async () => {
    const pairs = [
      pair(['invoice', 'invoices']),
      // Porter 2 joins these.
      pair(['import', 'important'], 'apart'),
      // The nearest spelling, if no document had the word.
      pair(['vacuum', 'vacum']),
      // The beginning of the other one.
      pair(['abc', 'abcdef']),
    ];
    const measured = await measurePairs(
      createEmbeddedSearch(opened.database),
      { id: 1, language: 'en' },
      pairs,
    );
    expect(measured.map(({ words: [one], isFound }) => [one, isFound])).toEqual([
      ['invoice', true],
      ['import', true],
      ['vacuum', false],
      ['abc', false],
    ]);
  });

  it('is not found if the search corrects a word, nor in one direction', async () => {
    const answer = { total: 2, otherWords: [], missing: [] };
    const put = async () => {};
    const corrected = { ...answer, ids: [1, 2], corrections: [{ typed: 'one', meant: 'other' }] };
    const tenant = { id: 1, language: 'en' };
    const pairs = [pair(['one', 'other'])];
    const found = async (search: Parameters<typeof measurePairs>[0]['search']) =>
      (await measurePairs({ put, search }, tenant, pairs))[0]?.isFound;
    expect(await found(async () => ({ ...corrected, corrections: [] }))).toBe(true);
    expect(await found(async () => corrected)).toBe(false);
    expect(await found(async () => ({ ...corrected, ids: [2], corrections: [] }))).toBe(false);
  });

  it('is analysed in a moment', () => {
    expect(measureAnalysis('en', [pair(['invoice', 'invoices'])])).toBeGreaterThan(0);
  });
});

describe('the table of word forms', () => {
  const measured = (
    words: [string, string],
    isFound: boolean,
    rest: Partial<FormPair> = {},
  ): MeasuredPair => ({
    ...pair(words),
    ...rest,
    isFound,
  });
  const languages = [
    {
      language: 'sv',
      microseconds: 2.345,
      pairs: [
        measured(['bok', 'böcker'], false),
        measured(['bil', 'bilar'], true, { isHeldOut: true }),
        measured(['betala', 'betalning'], false, { kind: 'derivation' }),
        measured(['mål', 'måla'], true, { kind: 'apart' }),
      ],
    },
    { language: 'cs', microseconds: 1, pairs: [measured(['dům', 'domy'], false, { isHeldOut: true })] },
  ];

  it('has a row for each language, those of the user interface first', () => {
    expect(describeForms(languages).split('\n')).toEqual([
      '| pairs that find each other | forms of a word | share | held out | derivations | unrelated words that do | µs a word |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| Swedish | 1 of 2 | 0.50 | 1.00 | 0 of 1 | 1 of 1 | 2.3 |',
      '| **languages of the user interface** | **1 of 2** | **0.50** | **1.00** | **0 of 1** | **1 of 1** |  |',
      '| Czech | 0 of 1 | 0.00 | 0.00 |  |  | 1.0 |',
      '| **other languages** | **0 of 1** | **0.00** | **0.00** |  |  |  |',
    ]);
  });

  it('comes with the pairs to look at, but for those held out', () => {
    expect(describeFaults(languages).split('\n')).toEqual([
      'sv  forms that miss each other: bok/böcker; unrelated words that do not: mål/måla',
      'cs  forms that miss each other: none; unrelated words that do not: none',
    ]);
  });
});

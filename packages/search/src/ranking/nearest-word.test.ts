import { describe, expect, it } from '@jest/globals';
import { indexTexts } from '../testing/indexed-texts.ts';
import { correctedQuery, createSlipCounter } from './nearest-word.ts';

describe('the distance between two words', () => {
  it.each([
    ['', '', 0],
    ['slot', 'slot', 0],
    ['', 'slot', 4],
    ['slot', '', 4],
    ['slt', 'slot', 1],
    ['slott', 'slot', 1],
    ['slat', 'slot', 1],
    ['solt', 'slot', 1],
    ['lsot', 'slot', 1],
    ['slto', 'slot', 1],
    ['vacuumng', 'vacuuming', 1],
    ['vacuumng', 'vacuum', 2],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
    ['😀a', 'a😀', 1],
  ])('%s, %s: %i', (typed, meant, slips) => {
    expect(createSlipCounter(typed)(meant, 10)).toBe(slips);
    for (let most = 0; most < 10; most += 1) {
      const counted = createSlipCounter(typed)(meant, most);
      expect(Math.min(counted, most + 1)).toBe(Math.min(slips, most + 1));
    }
  });

  it('is counted of one word to any others', () => {
    const count = createSlipCounter('slot');
    const others = ['slit', 'replication', 's', 'slot', 'lsot', ''];
    expect(others.map((other) => count(other, 4))).toEqual([1, Number.POSITIVE_INFINITY, 3, 0, 1, 4]);
  });
});

it.each<[string, string, [string, string][], string | undefined]>([
  ['a word', 'replicaton slot', [['replicaton', 'replication']], 'replication slot'],
  [
    'several words',
    'Windw funtions',
    [
      ['Windw', 'window'],
      ['funtions', 'functions'],
    ],
    'window functions',
  ],
  ['a whole word only', 'winds wind', [['wind', 'window']], 'winds window'],
  ['a word with signs', 'pg_stat.activty+', [['pg_stat.activty', '$&']], '$&+'],
  ['nothing', 'as it is', [], undefined],
])('a corrected query replaces %s', (_, text, corrections, expected) => {
  expect(
    correctedQuery(
      text,
      corrections.map(([typed, meant]) => ({ typed, meant })),
    ),
  ).toBe(expected);
});

it.each<[string, string[], string, string[]]>([
  ['the only one that is a letter longer', ['Byta däck', 'Lås'], 'däk', ['däck']],
  ['the only one with another letter', ['Byta däck', 'Lås'], 'lås lus', ['lås']],
  ['the only one with letters swapped', ['Byta däck', 'Lås'], 'lså', ['lås']],
  ['none if there are two', ['Byta däck', 'Dak', 'Däka'], 'däk', []],
  ['none if it is shorter', ['En ko'], 'kor', []],
  ['none with another first letter', ['Lås'], 'mås', []],
  ['none with other digits', ['A12'], 'a13', []],
  ['none that is a function word', ['Det och inte'], 'oct', []],
])('a word of three letters is corrected to %s', async (_, titles, typed, meant) => {
  const { corrections } = await indexTexts('sv', titles).search(typed);
  expect(corrections.map((correction) => correction.meant)).toEqual(meant);
});

import { expect, it } from '@jest/globals';
import { correctedQuery } from './nearest-word.ts';

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

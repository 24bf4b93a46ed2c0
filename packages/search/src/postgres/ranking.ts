import { type Database, preparedStatement } from '@guidepost/postgres';
import type { QueryWord } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';
import { anyStemQuery, formQuery, looserQuery, stemQuery } from './query-text.ts';

/** The rarest words of the query; each costs a lookup in every match. */
const MOST_RANKED = 4;

/** The weight of a pair of adjacent words, relative to a word. */
const NEIGHBOURS = 0.3;

const countWords = preparedStatement(new URL('../vocabulary/sql/count-words.sql', import.meta.url));

/** Parameters of `search-documents.sql` for ranking: columns of words, then pairs, then their weight. */
export type Ranking = [
  words: string[],
  forms: string[],
  looser: (string | undefined)[],
  parts: (string | undefined)[],
  worth: number[],
  firsts: string[],
  seconds: string[],
  worthOfPair: number,
];

interface RankedWord {
  word: QueryWord;
  /** Inverse document frequency (Robertson and Spärck Jones), never negative. */
  idf: number;
}

export async function rankByWords(
  database: Database,
  { id }: SearchTenant,
  words: readonly QueryWord[],
): Promise<Ranking> {
  const rows = await database.any<{ word: string; documents: number }>(
    countWords([id, words.map(({ stem }) => stem)]),
  );
  const counts = new Map(rows.map(({ word, documents }) => [word, documents]));
  const all = counts.get('') ?? 0;
  const ranked = words
    .map((word) => ({ word, idf: inverseFrequency(counts.get(word.stem) ?? 0, all) }))
    .sort((a, b) => b.idf - a.idf)
    .slice(0, MOST_RANKED);
  const followers = words.slice(1, MOST_RANKED + 1);
  return [
    ranked.map(({ word }) => stemQuery(word)),
    ranked.map(({ word }) => formQuery(word)),
    ranked.map(({ word }) => looserQuery(word)),
    ranked.map(({ word }) => anyStemQuery(word.parts)),
    ranked.map(({ idf }) => idf),
    words.slice(0, followers.length).map(stemQuery),
    followers.map(stemQuery),
    NEIGHBOURS * mean(ranked),
  ];
}

function inverseFrequency(documents: number, all: number): number {
  return Math.log(1 + (Math.max(all - documents, 0) + 0.5) / (documents + 0.5));
}

function mean(ranked: RankedWord[]): number {
  return ranked.reduce((sum, { idf }) => sum + idf, 0) / Math.max(ranked.length, 1);
}

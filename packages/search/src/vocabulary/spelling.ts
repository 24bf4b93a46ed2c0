import { type Database, preparedStatement } from '@guidepost/postgres';
import { type QueryWord, type SearchQuery, stemsOf } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';
import { beginningIn, knownWord } from './completions.ts';
import { countSlips, swapNeighbours } from './slips.ts';

/** More unknown words are not a typo. */
const MOST_CORRECTED = 2;

/** Shorter words are too ambiguous (`form`, `from`), and so are codes and numbers. */
const SWAPPED = /^[\p{L}\p{M}]{5,}$/u;

const countWords = preparedStatement(new URL('./sql/count-words.sql', import.meta.url));
const nearestWords = preparedStatement(new URL('./sql/nearest-words.sql', import.meta.url));
const isBeginning = preparedStatement(new URL('./sql/is-beginning.sql', import.meta.url));

interface Asked {
  tenant: SearchTenant;
  query: SearchQuery;
  completions?: readonly string[];
}

export interface Corrected<Found> {
  /** Undefined when no word is left. */
  found: Found | undefined;
  corrections: string[];
}

/** Searches and, without results, searches again with the nearest known spelling of up to two unknown words. */
export async function withSpelling<Found extends { total: number }>(
  database: Database,
  { tenant, query: { words }, completions }: Asked,
  ask: (words: readonly QueryWord[]) => Promise<Found>,
): Promise<Corrected<Found>> {
  if (words.length === 0) return { found: undefined, corrections: [] };
  const asked = ask(words);
  // Nothing begins like the last word, so the original query cannot match.
  const isHopeless = completions?.length === 0 && beginningIn(words) !== null;
  const early = isHopeless ? askCorrected() : undefined;
  early?.catch(() => {});
  const found = await asked;
  if (found.total > 0) return { found, corrections: [] };
  return (await (early ?? askCorrected())) ?? { found, corrections: [] };

  async function askCorrected(): Promise<Corrected<Found> | undefined> {
    const replacements = await findReplacements(database, tenant, words);
    if (replacements.size === 0) return undefined;
    return {
      found: await ask(words.map((word) => replacements.get(word) ?? word)),
      corrections: Array.from(replacements.values(), ({ form }) => form),
    };
  }
}

async function findReplacements(
  database: Database,
  tenant: SearchTenant,
  words: readonly QueryWord[],
): Promise<Map<QueryWord, QueryWord>> {
  const unknown = (await findUnknown(database, tenant, words)).slice(0, MOST_CORRECTED);
  const swapped = await findSwapped(database, tenant, unknown);
  const replacements = new Map<QueryWord, QueryWord>();
  for (const word of unknown) {
    const nearest = swapped.get(word) ?? (await findNearest(database, tenant, word.form));
    if (nearest) replacements.set(word, nearest);
  }
  return replacements;
}

/** Words that no document has, nor as a prefix for the last one. */
async function findUnknown(
  database: Database,
  { id }: SearchTenant,
  words: readonly QueryWord[],
): Promise<QueryWord[]> {
  const [documentsOf, begun] = await Promise.all([
    countDocuments(database, id, words),
    database.one<{ found: boolean }>(isBeginning([id, beginningIn(words)])),
  ]);
  return words.filter((word) => documentsOf(word) === 0 && !(word.prefix !== undefined && begun.found));
}

/** Known words with two letters swapped, most frequent first; short ones have too few trigrams in common. */
async function findSwapped(
  database: Database,
  { id, language }: SearchTenant,
  words: readonly QueryWord[],
): Promise<Map<QueryWord, QueryWord>> {
  const candidates = words
    .filter(({ form }) => SWAPPED.test(form))
    .map((word) => ({ word, meant: swapNeighbours(word.form).map((form) => knownWord(form, language)) }));
  const documentsOf = await countDocuments(
    database,
    id,
    candidates.flatMap(({ meant }) => meant),
  );
  const found = new Map<QueryWord, QueryWord>();
  for (const { word, meant } of candidates) {
    const [best] = meant.toSorted((one, other) => documentsOf(other) - documentsOf(one));
    if (best && documentsOf(best) > 0) found.set(word, best);
  }
  return found;
}

async function countDocuments(
  database: Database,
  tenant: number,
  words: readonly QueryWord[],
): Promise<(word: QueryWord) => number> {
  if (words.length === 0) return () => 0;
  const rows = await database.any<{ word: string; documents: number }>(
    countWords([tenant, words.flatMap(stemsOf)]),
  );
  const counts = new Map(rows.map(({ word, documents }) => [word, documents]));
  return (word) => Math.max(...stemsOf(word).map((stem) => counts.get(stem) ?? 0));
}

/** By trigrams, then by distance: `vacuumng` has more in common with `vacuum`. */
async function findNearest(
  database: Database,
  { id, language }: SearchTenant,
  form: string,
): Promise<QueryWord | undefined> {
  const rows = await database.any<{ word: string }>(nearestWords([id, form]));
  const slips = new Map(rows.map(({ word }) => [word, countSlips(form, word)]));
  const [nearest] = [...slips].sort(([, some], [, others]) => some - others);
  return nearest && knownWord(nearest[0], language);
}

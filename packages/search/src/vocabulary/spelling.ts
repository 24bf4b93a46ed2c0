import { type Database, preparedStatement } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { type QueryWord, stemsOf } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';
import { beginningIn } from './completions.ts';
import { knownWord } from './known-word.ts';
import { countSlips, swapNeighbours } from './slips.ts';

/** More unknown words than these are no slip of the finger. */
const MOST_CORRECTED = 2;

/** In shorter words, another one is as likely meant (`form`, `from`); in codes and numbers, another is another. */
const SWAPPED = /^[\p{L}\p{M}]{5,}$/u;

const countWords = preparedStatement(new URL('./sql/count-words.sql', import.meta.url));
const nearestWords = preparedStatement(new URL('./sql/nearest-words.sql', import.meta.url));
const isBeginning = preparedStatement(new URL('./sql/is-beginning.sql', import.meta.url));

/** What a search asks for, as far as its words go. */
interface Asked {
  tenant: SearchTenant;
  query: string;
}

/** What was found, and the words that stood in for such as no document holds. */
export interface Corrected<Found> {
  /** Undefined when nothing is left of the query. */
  found: Found | undefined;
  corrections: string[];
}

/**
 * Asks once and, when nothing is found, once more with the nearest known spelling of up to two words that no document
 * holds.
 */
export async function withSpelling<Found extends { total: number }>(
  database: Database,
  { tenant, query }: Asked,
  ask: (words: QueryWord[]) => Promise<Found>,
): Promise<Corrected<Found>> {
  const words = createAnalyzer(tenant.language).query(query);
  if (words.length === 0) return { found: undefined, corrections: [] };
  const found = await ask(words);
  if (found.total > 0) return { found, corrections: [] };
  const replacements = await findReplacements(database, tenant, words);
  if (replacements.size === 0) return { found, corrections: [] };
  return {
    found: await ask(words.map((word) => replacements.get(word) ?? word)),
    corrections: Array.from(replacements.values(), ({ form }) => form),
  };
}

/** What stands in for the words that no document holds. */
async function findReplacements(
  database: Database,
  tenant: SearchTenant,
  words: readonly QueryWord[],
): Promise<Map<QueryWord, QueryWord>> {
  const unknown = await findUnknown(database, tenant, words);
  const replacements = new Map<QueryWord, QueryWord>();
  for (const word of unknown.slice(0, MOST_CORRECTED)) {
    const nearest =
      (await findSwapped(database, tenant, word.form)) ?? (await findNearest(database, tenant, word.form));
    if (nearest) replacements.set(word, nearest);
  }
  return replacements;
}

/** Words that no document holds, nor, of the last one, anything that begins like it. */
async function findUnknown(
  database: Database,
  { id }: SearchTenant,
  words: readonly QueryWord[],
): Promise<QueryWord[]> {
  const beginning = beginningIn(words);
  const [rows, begun] = await Promise.all([
    database.any<{ word: string }>(countWords([id, words.flatMap(stemsOf)])),
    database.one<{ found: boolean }>(isBeginning([id, beginning])),
  ]);
  const known = new Set(rows.map(({ word }) => word));
  return words.filter((word) => {
    const isBegun = word.prefix !== undefined && begun.found;
    return !isBegun && !stemsOf(word).some((stem) => known.has(stem));
  });
}

/**
 * The word, in any of its forms, of which two neighbouring letters were swapped; that in most documents when there are
 * several. In words of eight letters or fewer, too few trigrams are left to find it by.
 */
async function findSwapped(
  database: Database,
  { id, language }: SearchTenant,
  form: string,
): Promise<QueryWord | undefined> {
  if (!SWAPPED.test(form)) return undefined;
  const words = swapNeighbours(form).map((swapped) => knownWord(swapped, language));
  const rows = await database.any<{ word: string; documents: number }>(
    countWords([id, words.flatMap(stemsOf)]),
  );
  const counts = new Map(rows.map(({ word, documents }) => [word, documents]));
  const documentsOf = (word: QueryWord) => Math.max(...stemsOf(word).map((one) => counts.get(one) ?? 0));
  const [best] = words.toSorted((one, other) => documentsOf(other) - documentsOf(one));
  return best && documentsOf(best) > 0 ? best : undefined;
}

/** By trigrams, and among those by the number of slips: `vacuumng` has more in common with `vacuum`. */
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

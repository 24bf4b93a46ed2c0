import { type Database, preparedStatement } from '@guidepost/postgres';
import { type QueryWord, type SearchQuery, stemsOf } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';
import { beginningIn, knownWord } from './completions.ts';
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
  query: SearchQuery;
  /** Word forms that the last word may become, if that is known. */
  completions?: readonly string[];
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
  { tenant, query: { words }, completions }: Asked,
  ask: (words: readonly QueryWord[]) => Promise<Found>,
): Promise<Corrected<Found>> {
  if (words.length === 0) return { found: undefined, corrections: [] };
  const asked = ask(words);
  // Where no word begins like the last one, nothing will be found as it was typed.
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

/** What stands in for the words that no document holds. */
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

/** Words that no document holds, nor, of the last one, anything that begins like it. */
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

/**
 * Of words in which two neighbouring letters were swapped, those that were meant, in any of their forms; those in most
 * documents when there are several. In words of eight letters or fewer, too few trigrams are left to find them by.
 */
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

/** Tells in how many documents words stand, in whatever form. */
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

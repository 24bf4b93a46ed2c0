import { type Database, preparedStatement } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { QueryWord } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';
import { lexemesOf } from './query-text.ts';
import { countSlips, swapNeighbours } from './slips.ts';

/** More unknown words than these are no slip of the finger. */
const MOST_CORRECTED = 2;

/** In shorter words, another one is as likely meant (`form`, `from`); in codes and numbers, another is another. */
const SWAPPED = /^[\p{L}\p{M}]{5,}$/u;

const countWords = preparedStatement(new URL('./sql/count-words.sql', import.meta.url));
const nearestWords = preparedStatement(new URL('./sql/nearest-words.sql', import.meta.url));
const isBeginning = preparedStatement(new URL('./sql/is-beginning.sql', import.meta.url));

export interface CorrectedQuery {
  words: QueryWord[];
  /** What stands in for the words that no document holds. */
  corrections: string[];
}

/** The query with the nearest known spelling of up to two words that no document holds, when there is one. */
export async function correctSpelling(
  database: Database,
  tenant: SearchTenant,
  words: readonly QueryWord[],
): Promise<CorrectedQuery | undefined> {
  const unknown = await findUnknown(database, tenant, words);
  const replacements = new Map<QueryWord, QueryWord>();
  for (const word of unknown.slice(0, MOST_CORRECTED)) {
    const nearest =
      (await findSwapped(database, tenant, word.form)) ?? (await findNearest(database, tenant, word.form));
    if (nearest) replacements.set(word, nearest);
  }
  if (replacements.size === 0) return undefined;
  return {
    words: words.map((word) => replacements.get(word) ?? word),
    corrections: Array.from(replacements.values(), ({ form }) => form),
  };
}

async function findUnknown(
  database: Database,
  { id }: SearchTenant,
  words: readonly QueryWord[],
): Promise<QueryWord[]> {
  const rows = await database.any<{ word: string }>(countWords([id, words.flatMap(lexemesOf)]));
  const known = new Set(rows.map(({ word }) => word));
  const unknown: QueryWord[] = [];
  for (const word of words) {
    if (lexemesOf(word).some((lexeme) => known.has(lexeme))) continue;
    if (word.prefix !== undefined) {
      const { found } = await database.one<{ found: boolean }>(isBeginning([id, word.prefix]));
      if (found) continue;
    }
    unknown.push(word);
  }
  return unknown;
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
  const words = swapNeighbours(form).map((swapped) => asQueryWord(swapped, language));
  const rows = await database.any<{ word: string; documents: number }>(
    countWords([id, words.flatMap(lexemesOf)]),
  );
  const counts = new Map(rows.map(({ word, documents }) => [word, documents]));
  const documentsOf = (word: QueryWord) => Math.max(...lexemesOf(word).map((one) => counts.get(one) ?? 0));
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
  return nearest && asQueryWord(nearest[0], language);
}

/** A form that stands in documents, with what its other forms share. */
function asQueryWord(form: string, language: string): QueryWord {
  // Where no spaces are written, letters that are no word fall apart into words.
  const word = createAnalyzer(language)
    .words(form)
    .find((whole) => whole.form === form);
  const { stem, folded } = word ?? { stem: form };
  return { typed: form, form, stem, ...(folded !== undefined && { folded }), parts: [] };
}

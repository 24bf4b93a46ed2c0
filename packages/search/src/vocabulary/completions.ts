import { type Database, preparedStatement } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { QueryWord, SearchQuery } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';

const completeWord = preparedStatement(new URL('./sql/complete-word.sql', import.meta.url));

/** What the last word may only begin with; null when there is none that may be half typed. */
export function beginningIn(words: readonly QueryWord[]): string | null {
  return words.at(-1)?.prefix ?? null;
}

/** The word forms that the last word of a query may become, those in most documents first. */
export async function findCompletions(
  database: Database,
  { tenant, query: { words } }: { tenant: SearchTenant; query: SearchQuery },
): Promise<string[]> {
  const rows = await database.any<{ form: string }>(completeWord([tenant.id, beginningIn(words)]));
  return rows.map(({ form }) => form);
}

/** Their stems, each once; none when the last word is a whole word among them. */
export function completionStems(
  forms: readonly string[],
  words: readonly QueryWord[],
  language: string,
): string[] {
  const last = words.at(-1);
  if (last?.prefix === undefined) return [];
  const stems = new Set(forms.map((form) => knownWord(form, language).stem));
  return stems.has(last.stem) ? [] : [...stems];
}

/** A form that stands in documents, with what its other forms share. */
export function knownWord(form: string, language: string): QueryWord {
  // Where no spaces are written, letters that are no word fall apart into words.
  const word = createAnalyzer(language)
    .words(form)
    .find((whole) => whole.form === form);
  const { stem, folded } = word ?? { stem: form };
  return { typed: form, form, stem, ...(folded !== undefined && { folded }), parts: [] };
}

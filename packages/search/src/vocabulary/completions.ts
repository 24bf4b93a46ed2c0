import { type Database, preparedStatement } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { QueryWord, SearchQuery } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';

const completeWord = preparedStatement(new URL('./sql/complete-word.sql', import.meta.url));

/** The prefix of an incomplete last word, else null. */
export function beginningIn(words: readonly QueryWord[]): string | null {
  return words.at(-1)?.prefix ?? null;
}

/** Completions of a query's last word, the most frequent first. */
export async function findCompletions(
  database: Database,
  { tenant, query: { words } }: { tenant: SearchTenant; query: SearchQuery },
): Promise<string[]> {
  const rows = await database.any<{ form: string }>(completeWord([tenant.id, beginningIn(words)]));
  return rows.map(({ form }) => form);
}

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

/** A word form of documents as a query word. */
export function knownWord(form: string, language: string): QueryWord {
  // In scripts without spaces, unknown words fall apart into others.
  const word = createAnalyzer(language)
    .words(form)
    .find((whole) => whole.form === form);
  const { stem, folded } = word ?? { stem: form };
  return { typed: form, form, stem, ...(folded !== undefined && { folded }), parts: [] };
}

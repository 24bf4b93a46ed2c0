import { type Database, preparedStatement } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { QueryWord } from '../analysis/word.ts';
import type { SearchTenant } from '../port/search-index.ts';
import { knownWord } from './known-word.ts';

const completeWord = preparedStatement(new URL('./sql/complete-word.sql', import.meta.url));

/** What the last word may only begin with; null when there is none that may be half typed. */
export function beginningIn(words: readonly QueryWord[]): string | null {
  return words.at(-1)?.prefix ?? null;
}

/** The word forms that the last word of a query may become, those in most documents first. */
export async function findCompletions(
  database: Database,
  { tenant: { id, language }, query }: { tenant: SearchTenant; query: string },
): Promise<string[]> {
  const beginning = beginningIn(createAnalyzer(language).query(query));
  const rows = await database.any<{ form: string }>(completeWord([id, beginning]));
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

import { type Database, preparedStatement } from '@guidepost/postgres';
import type { SearchTenant } from '../port/search-index.ts';
import { knownWord } from './known-word.ts';

/** Forms to look at; several are of one word. */
const FORMS = 8;

const completeWord = preparedStatement(new URL('./sql/complete-word.sql', import.meta.url));

/** The stems of what begins like that in most documents, the most frequent first. */
export async function completionsOf(
  database: Database,
  { id, language }: SearchTenant,
  prefix: string,
): Promise<string[]> {
  const rows = await database.any<{ form: string }>(completeWord([id, prefix, FORMS]));
  return [...new Set(rows.map(({ form }) => knownWord(form, language).stem))];
}

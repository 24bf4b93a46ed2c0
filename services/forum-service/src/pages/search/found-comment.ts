import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Excerpt, Highlighter } from '@guidepost/search';

/** What is looked through for the reason why a dialog was found; few pages need so much. */
const MOST_COMMENTS = 50;
const MOST_READ = 2_000;

const listNewestComments = preparedStatement(new URL('./sql/list-newest-comments.sql', import.meta.url));

/** The texts of the newest comments of each of these dialogs. */
export async function readNewestComments(
  executor: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (dialogIds.length === 0) return new Map();
  const values = [forumId, dialogIds, MOST_COMMENTS, MOST_READ];
  const rows = await executor.any<{ dialog_id: number; texts: string[] }>(listNewestComments(values));
  return new Map(rows.map(({ dialog_id, texts }) => [dialog_id, texts]));
}

/** Of the first text that has something of what was searched for; undefined when none has. */
export function excerptOfFirst(
  texts: readonly string[],
  { excerpt }: Pick<Highlighter, 'excerpt'>,
  length: number,
): Excerpt | undefined {
  for (const text of texts) {
    const found = excerpt(text.replace(/\s+/g, ' '), length);
    if (hasMark(found.parts)) return found;
  }
  return undefined;
}

export function hasMark(parts: Excerpt['parts']): boolean {
  return parts.some(({ marked }) => marked);
}

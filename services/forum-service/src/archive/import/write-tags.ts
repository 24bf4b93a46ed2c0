import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { ArchivedTag } from './archived-dialog.ts';
import type { Writing } from './writing.ts';

const insertTags = preparedStatement(new URL('./sql/insert-tags.sql', import.meta.url));
const insertDialogTags = preparedStatement(new URL('./sql/insert-dialog-tags.sql', import.meta.url));

export async function writeTags(transaction: Executor, { forumId, dialogs }: Writing): Promise<void> {
  const tags = new Map<string, ArchivedTag & { dialogs: number }>();
  for (const dialog of dialogs) {
    for (const { name, folded, is_public } of dialog.tags) {
      const tag = tags.get(folded) ?? { name, folded, is_public, dialogs: 0 };
      tag.is_public ||= is_public;
      tag.dialogs += dialog.archived ? 0 : 1;
      tags.set(folded, tag);
    }
  }
  if (tags.size === 0) return;
  const rows = await transaction.any<{ id: number; folded_name: string }>(
    insertTags([forumId, JSON.stringify([...tags.values()])]),
  );
  const ids = new Map(rows.map(({ id, folded_name }) => [folded_name, id]));
  const carried = dialogs.flatMap(({ id, archived, pub_date, tags: own }) =>
    own.map(({ folded }) => ({ dialog_id: id, tag_id: ids.get(folded), archived, pub_date })),
  );
  await transaction.none(insertDialogTags([forumId, JSON.stringify(carried)]));
}

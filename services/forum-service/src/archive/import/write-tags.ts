import { type Executor, sql } from '@guidepost/postgres';
import type { ArchivedTag } from './archived-dialog.ts';
import type { Writing } from './writing.ts';

const insertTags = sql`
  -- $1 forum, $2 an array of objects. An existing tag keeps its spelling and becomes public if the archive says so.
  insert into tags as t (forum_id, name, folded_name, is_public, dialogs)
  select $1, n.name, n.folded, n.is_public, n.dialogs
  from json_to_recordset($2) as n (name text, folded text, is_public boolean, dialogs integer)
  order by n.folded collate "C"
  on conflict (forum_id, folded_name)
    do update set dialogs = t.dialogs + excluded.dialogs, is_public = t.is_public or excluded.is_public
  returning t.id, t.folded_name
`;
const insertDialogTags = sql`
  -- $1 forum, $2 an array of objects
  insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
  select $1, c.dialog_id, c.tag_id, c.archived, c.pub_date
  from json_to_recordset($2) as c (dialog_id bigint, tag_id bigint, archived boolean, pub_date timestamptz)
`;

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

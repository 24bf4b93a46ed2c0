import { batchable, type ContentReader, sql } from '@guidepost/postgres';
import type { TagRow } from '../model/tag.ts';
import type { DialogRow } from './dialog.ts';
import { DIALOG_COLUMNS } from './dialog-columns.ts';

const find = batchable(
  sql`
  -- A dialog that is not held.
  select ${DIALOG_COLUMNS}
  from dialogs d
  where d.forum_id = $1 and d.id = $2 and not d.held
`,
  { 2: 'bigint' },
);
const findTagged = sql`
  -- A dialog, held or not, with its tags.
  select ${DIALOG_COLUMNS},
    (
      select coalesce(
        json_agg(json_build_object('name', t.name, 'dialogs', t.dialogs, 'is_public', t.is_public)),
        '[]'
      )
      from dialog_tags x
      join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
      where x.forum_id = d.forum_id and x.dialog_id = d.id
    ) as tags
  from dialogs d
  where d.forum_id = $1 and d.id = $2
`;

export interface DialogRequest {
  forumId: number;
  id: number;
  /** With an access key: returns the tags, and held dialogs too. */
  keyed: boolean;
}

export function findDialog(
  executor: ContentReader,
  { forumId, id, keyed }: DialogRequest,
): Promise<(DialogRow & { tags?: TagRow[] }) | null> {
  const bind = keyed ? findTagged : find;
  return executor.oneOrNone(bind([forumId, id]));
}

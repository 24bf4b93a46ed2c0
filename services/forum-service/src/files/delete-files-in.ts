import { type Executor, sql } from '@guidepost/postgres';
import { deleteFileRows, type StoredFile } from './files.ts';

const outdateDialogs = sql`
  -- Marks dialogs that link to files with tokens $2 for rendering. Locked in order of id, as everywhere.
  with locked as materialized (
    select o.id
    from dialogs o
    where o.forum_id = $1
      and exists (select from unnest($2::text[]) as t (token) where position('/' || t.token || '.' in o.text) > 0)
    order by o.id
    for no key update
  )
  update dialogs o
  set renderer = 0
  from locked l
  where o.forum_id = $1 and o.id = l.id
`;
const outdateComments = sql`
  -- Marks comments that link to files with tokens $2 for rendering. Locked in order of id, as everywhere.
  with locked as materialized (
    select o.id
    from comments o
    where o.forum_id = $1
      and exists (select from unnest($2::text[]) as t (token) where position('/' || t.token || '.' in o.text) > 0)
    order by o.id
    for no key update
  )
  update comments o
  set renderer = 0
  from locked l
  where o.forum_id = $1 and o.id = l.id
`;

/**
 * Deletes the rows of files, and has texts that embed them rendered again as plain links. The daily cleaning deletes the
 * bytes.
 * @returns those that existed
 */
export async function deleteFilesIn(
  transaction: Executor,
  forumId: number,
  tokens: readonly string[],
): Promise<StoredFile[]> {
  await transaction.none(outdateDialogs([forumId, tokens]));
  await transaction.none(outdateComments([forumId, tokens]));
  // Last, since uploads to the account wait for this lock.
  return deleteFileRows(transaction, forumId, tokens);
}

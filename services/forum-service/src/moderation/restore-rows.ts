import { type Executor, sql } from '@guidepost/postgres';
import { whileMuted } from '@guidepost/webhooks';

/** A deleted post whose entry is locked. */
export interface DeletedEntry {
  /** The id of the entry. */
  entry: number;
  /** The id of the dialog or comment. */
  id: number;
  /** Comments of which followers were not told. */
  unmailed: number[];
}

/** Lower than any version, so that the service renders the text again: names and files may lead elsewhere by now. */
const UNRENDERED = { renderer: 0 };

/** In an order in which each refers to those before it. */
const OF_DIALOG = [
  ['dialogs', { ...UNRENDERED, accepted_comment: null }],
  ['comments', UNRENDERED],
  ['votes', {}],
  ['helpful_votes', {}],
  ['reports', {}],
  ['originals', {}],
  ['notes', {}],
  ['merged_dialogs', {}],
  ['followers', {}],
  ['post_addresses', {}],
  ['addresses', {}],
] as const;

const OF_COMMENT = [
  ['comments', UNRENDERED],
  ['helpful_votes', {}],
  ['reports', {}],
  ['originals', {}],
  ['post_addresses', {}],
  ['addresses', {}],
] as const;

const restore = sql`
  -- Puts rows of the table $3 back, with the columns in $4.
  select restore_deleted_rows($1, $2, $3, $4)
`;
const forgetTaken = sql`
  -- Old addresses that lead elsewhere by now.
  delete from deleted_rows k
  where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'addresses'
    and exists (select from addresses a where a.forum_id = $1 and a.address = k.stored ->> 'address')
`;
const restoreTags = sql`
  -- Tags the dialog of the deleted post $2 again, with tags that may have been deleted since.
  with kept as (
    select (k.stored ->> 'dialog_id')::bigint as dialog_id, (k.stored ->> 'archived')::boolean as archived,
      (k.stored ->> 'pub_date')::timestamptz as pub_date, k.stored ->> 'name' as name,
      k.stored ->> 'folded_name' as folded_name, (k.stored ->> 'is_public')::boolean as is_public
    from deleted_rows k
    where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'dialog_tags'
  ),
  found as (
    insert into tags as t (forum_id, name, folded_name, is_public, dialogs)
    select $1, k.name, k.folded_name, k.is_public, case when k.archived then 0 else 1 end
    from kept k
    order by k.folded_name
    on conflict (forum_id, folded_name) do update set dialogs = t.dialogs + excluded.dialogs
    returning t.id, t.folded_name
  )
  insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
  select $1, k.dialog_id, f.id, k.archived, k.pub_date
  from kept k
  join found f on f.folded_name = k.folded_name
`;

export async function restoreRowsOfDialog(transaction: Executor, forumId: number, entry: number) {
  for (const [table, columns] of OF_DIALOG)
    await restoreTable(transaction, forumId, { entry, table, columns });
  await transaction.none(restoreTags([forumId, entry]));
}

/** @param dialogId where the comment goes */
export async function restoreRowsOfComment(
  transaction: Executor,
  forumId: number,
  { entry, dialogId }: { entry: number; dialogId: number },
) {
  for (const [table, changed] of OF_COMMENT) {
    const columns = { ...changed, dialog_id: dialogId };
    await restoreTable(transaction, forumId, { entry, table, columns });
  }
}

async function restoreTable(
  transaction: Executor,
  forumId: number,
  { entry, table, columns }: { entry: number; table: string; columns: object },
): Promise<void> {
  const put = () => transaction.one(restore([forumId, entry, table, JSON.stringify(columns)]));
  if (table === 'addresses') await transaction.none(forgetTaken([forumId, entry]));
  // A help desk would open another ticket for a report that it knows.
  if (table === 'reports') await whileMuted(transaction, put);
  else await put();
}

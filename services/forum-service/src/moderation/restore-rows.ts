import { type Executor, preparedStatement } from '@guidepost/postgres';
import { whileMuted } from '@guidepost/webhooks';

/** A deleted post whose entry is locked. */
export interface DeletedEntry {
  /** Of the entry. */
  entry: number;
  /** Of the dialog or comment. */
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
  ['reports', {}],
  ['originals', {}],
  ['merged_dialogs', {}],
  ['followers', {}],
  ['post_addresses', {}],
] as const;

const OF_COMMENT = [
  ['comments', UNRENDERED],
  ['reports', {}],
  ['originals', {}],
  ['post_addresses', {}],
] as const;

const restore = preparedStatement(new URL('./sql/restore-rows.sql', import.meta.url));
const restoreTags = preparedStatement(new URL('./sql/restore-tags.sql', import.meta.url));

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
  // A help desk would open another ticket for a report that it knows.
  if (table === 'reports') await whileMuted(transaction, put);
  else await put();
}

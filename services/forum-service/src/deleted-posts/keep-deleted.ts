import { type Executor, preparedStatement } from '@guidepost/postgres';

/** A dialog that is deleted, or a comment. */
export interface DeletedPlace {
  dialog_id: number;
  /** Null for a dialog. */
  comment_id: number | null;
}

const begin = preparedStatement(new URL('./sql/begin-keeping.sql', import.meta.url));
const end = preparedStatement(new URL('./sql/end-keeping.sql', import.meta.url));
const note = preparedStatement(new URL('./sql/note-unmailed.sql', import.meta.url));

/** What can be restored of a deletion. */
export interface Keeping {
  places: readonly DeletedPlace[];
  /** Who deletes. */
  by: string;
  /** Deletes the posts and withdraws mail about them. @returns the comments of which followers were not told yet */
  remove: () => Promise<readonly DeletedPlace[]>;
}

/** Keeps the rows of posts while they are deleted, so that they can be restored. */
export async function keepDeleted(
  transaction: Executor,
  forumId: number,
  { places, by, remove }: Keeping,
): Promise<void> {
  await transaction.one(begin([forumId, ...columnsOf(places), by]));
  await transaction.one(end([forumId, ...columnsOf(await remove())]));
}

/** Notes that followers were not told of a comment before it was deleted. */
export async function noteUnmailed(
  transaction: Executor,
  forumId: number,
  { dialog_id, comment_id }: DeletedPlace,
): Promise<void> {
  await transaction.none(note([forumId, dialog_id, comment_id]));
}

function columnsOf(places: readonly DeletedPlace[]): [number[], (number | null)[]] {
  return [places.map(({ dialog_id }) => dialog_id), places.map(({ comment_id }) => comment_id)];
}

import { type Executor, preparedStatement } from '@guidepost/postgres';
import { idsOf } from '../model/ids-of.ts';
import { deleteIdlePosters } from '../posters/idle-posters.ts';

const listOfPosters = preparedStatement(new URL('./sql/list-rows-of-posters.sql', import.meta.url));
const listPosters = preparedStatement(new URL('./sql/list-posters-beside.sql', import.meta.url));
const forget = preparedStatement(new URL('./sql/forget-rows.sql', import.meta.url));

/** Rows that contain an e-mail address; takes forum and pattern. */
export const listDeletedMentions = preparedStatement(new URL('./sql/list-mentions.sql', import.meta.url));

/**
 * Deletes kept rows for good, and posters left without any post. A post that is itself among them cannot be restored any more.
 * @returns posters who are posting right now
 */
export async function forgetDeleted(
  transaction: Executor,
  forumId: number,
  rowIds: readonly number[],
): Promise<number[]> {
  const posters = await transaction.any<{ id: number }>(listPosters([forumId, rowIds]));
  await transaction.none(forget([forumId, rowIds]));
  return deleteIdlePosters(transaction, forumId, idsOf(posters));
}

/** What was forgotten of someone. */
export interface Forgotten {
  /** How many posts, votes and reports. */
  deleted: number;
  /** Others who are posting right now. */
  busy: number[];
}

/** Deletes what posters wrote from what can be restored. */
export async function forgetDeletedOf(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<Forgotten> {
  const rows = await transaction.any<{ id: number; kind: string }>(listOfPosters([forumId, posterIds]));
  const busy = await forgetDeleted(transaction, forumId, idsOf(rows));
  return { deleted: rows.filter(({ kind }) => kind !== 'post_addresses').length, busy };
}

import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate, requireAll } from '../audit/moderate.ts';
import { idsOf } from '../model/ids-of.ts';
import { deleteBusyPosters, deleteIdlePosters } from '../posters/idle-posters.ts';
import type { DeletedPlace } from './keep-deleted.ts';

type Locked = DeletedPlace & { id: number };

const lockDialogs = preparedStatement(new URL('./sql/lock-dialogs.sql', import.meta.url));
const lockComments = preparedStatement(new URL('./sql/lock-comments.sql', import.meta.url));
const lockExpired = preparedStatement(new URL('./sql/lock-expired.sql', import.meta.url));
const listPosters = preparedStatement(new URL('./sql/list-posters.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-for-good.sql', import.meta.url));

/** Small, since a dialog may have many comments. */
const BATCH_SIZE = 50;

/** Deletes dialogs permanently that have been deleted, with what was deleted below them. @throws AppError `not-found` */
export function purgeDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  return purge(database, moderation, { ids, lock: lockDialogs, idOf: dialogOf, noun: 'deleted dialog' });
}

/** Deletes comments permanently that have been deleted. @throws AppError `not-found` */
export function purgeComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  return purge(database, moderation, { ids, lock: lockComments, idOf: commentOf, noun: 'deleted comment' });
}

const dialogOf = ({ dialog_id, comment_id }: DeletedPlace) => (comment_id === null ? dialog_id : undefined);
const commentOf = ({ comment_id }: DeletedPlace) => comment_id ?? undefined;

interface Purge {
  ids: readonly number[];
  lock: typeof lockDialogs;
  idOf: (place: DeletedPlace) => number | undefined;
  noun: string;
}

async function purge(
  database: Executor,
  moderation: Moderation,
  { ids, lock, idOf, noun }: Purge,
): Promise<number[]> {
  const { forumId, purged, busy } = await moderate(database, moderation, async (transaction, forum) => {
    const entries = await transaction.any<Locked>(lock([forum.id, ids]));
    const named = entries.filter((entry) => idOf(entry) !== undefined);
    const found = named.map((entry) => ({ id: idOf(entry) ?? 0 }));
    requireAll(ids, found, { slug: forum.slug, noun });
    const result = { forumId: forum.id, purged: idsOf(found) };
    const posters = await removeEntries(transaction, forum.id, idsOf(entries));
    const events = named.map(({ dialog_id, comment_id }) => ({
      dialog_id,
      ...(comment_id !== null && { comment_id }),
    }));
    return { events, visible: false, result: { ...result, busy: posters } };
  });
  await deleteBusyPosters(database, forumId, busy);
  return purged;
}

/**
 * Deletes a batch of what was deleted more than thirty days ago.
 * @returns whether there may be more
 */
export async function purgeExpired(database: Database): Promise<boolean> {
  const { busy, count } = await database.tx('purge-deleted', async (transaction) => {
    const expired = await transaction.any<{ forum_id: number; id: number }>(lockExpired([BATCH_SIZE]));
    const posters = new Map<number, number[]>();
    for (const [forumId, entries] of Map.groupBy(expired, ({ forum_id }) => forum_id))
      posters.set(forumId, await removeEntries(transaction, forumId, idsOf(entries)));
    return { busy: posters, count: expired.length };
  });
  for (const [forumId, posters] of busy) await deleteBusyPosters(database, forumId, posters);
  return count === BATCH_SIZE;
}

/** @returns posters who are posting right now */
async function removeEntries(
  transaction: Executor,
  forumId: number,
  entries: readonly number[],
): Promise<number[]> {
  const posters = await transaction.any<{ id: number }>(listPosters([forumId, entries]));
  await transaction.none(remove([forumId, entries]));
  return deleteIdlePosters(transaction, forumId, idsOf(posters));
}

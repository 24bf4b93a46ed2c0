import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate } from '../../audit/moderate.ts';
import { type Forgotten, forgetDeletedOf } from '../../deleted-posts/forget-deleted.ts';
import { lockExistingDialogs } from '../../dialogs/lock-dialogs.ts';
import type { Forum } from '../../model/forum.ts';
import { deleteBusyPosters } from '../../posters/idle-posters.ts';
import { lockPosters } from '../../posters/lock-posters.ts';
import { removedName } from '../../posters/removed-name.ts';
import { unlinkNames } from '../../rendering/unlink-names.ts';
import type { PostCounts } from './holdings.ts';

export interface ErasedBatch {
  counts: PostCounts;
  finished: boolean;
}

interface Place {
  poster_id: number;
  dialog_id: number;
}

/** Dialogs per batch; small, to keep posts from waiting. */
const BATCH_SIZE = 200;

const NOTHING = { addresses: 0, deleted: 0, busy: [] };

const listPlaces = preparedStatement(new URL('./sql/list-places.sql', import.meta.url));
const insertAnonymous = preparedStatement(new URL('./sql/insert-anonymous.sql', import.meta.url));
const deleteRecentComments = preparedStatement(new URL('./sql/delete-recent-comments.sql', import.meta.url));
const deleteAddresses = preparedStatement(new URL('./sql/delete-addresses.sql', import.meta.url));
const removePosters = preparedStatement(new URL('./sql/delete-posters.sql', import.meta.url));

const anonymizeOriginals = preparedStatement(new URL('./sql/anonymize-originals.sql', import.meta.url));

const ANONYMIZE = {
  dialogs: preparedStatement(new URL('./sql/anonymize-dialogs.sql', import.meta.url)),
  comments: preparedStatement(new URL('./sql/anonymize-comments.sql', import.meta.url)),
  votes: preparedStatement(new URL('./sql/anonymize-votes.sql', import.meta.url)),
  reports: preparedStatement(new URL('./sql/anonymize-reports.sql', import.meta.url)),
};

/**
 * Reassigns a batch of posts to anonymous posters, a different one in each dialog, so that nothing links a person's
 * posts. Once nothing is left, deletes the posters and their network addresses.
 */
export async function erasePosts(
  database: Database,
  moderation: Moderation,
  posters: readonly number[],
): Promise<ErasedBatch> {
  const { forumId, busy, ...batch } = await moderate(database, moderation, async (transaction, forum) => {
    await lockPosters(transaction, forum.id, posters);
    const places = await transaction.any<Place>(listPlaces([forum.id, posters, BATCH_SIZE]));
    const posts = await anonymizePosts(transaction, forum, places);
    const finished = places.length < BATCH_SIZE;
    const { busy, ...rest } = finished ? await deletePosters(transaction, forum, posters) : NOTHING;
    const counts = { ...posts, ...rest };
    const result = { counts, finished, forumId: forum.id, busy };
    return { events: [{ details: { ...counts } }], visible: places.length > 0, result };
  });
  await deleteBusyPosters(database, forumId, busy);
  return batch;
}

async function anonymizePosts(
  transaction: Executor,
  { id, language }: Forum,
  places: readonly Place[],
): Promise<Omit<PostCounts, 'addresses' | 'deleted'>> {
  const dialogs = places.map(({ dialog_id }) => dialog_id);
  await lockExistingDialogs(transaction, id, dialogs);
  const anonymous = await transaction.any<{ id: number }>(insertAnonymous([id, places.length]));
  const posters = places.map(({ poster_id }) => poster_id);
  await transaction.none(anonymizeOriginals([id, posters, dialogs]));
  const columns = [posters, dialogs, anonymous.map((poster) => poster.id)];
  await unlinkNames(transaction, id, dialogs);
  const count = async (kind: keyof typeof ANONYMIZE) =>
    (await transaction.result(ANONYMIZE[kind]([id, ...columns, removedName(language)]))).rowCount;
  return {
    dialogs: await count('dialogs'),
    comments: await count('comments'),
    votes: await count('votes'),
    reports: await count('reports'),
  };
}

/** With what else refers to them. */
async function deletePosters(
  transaction: Executor,
  { id }: Forum,
  posters: readonly number[],
): Promise<Forgotten & Pick<PostCounts, 'addresses'>> {
  await transaction.none(deleteRecentComments([id, posters]));
  const { rowCount: addresses } = await transaction.result(deleteAddresses([id, posters]));
  const forgotten = await forgetDeletedOf(transaction, id, posters);
  await transaction.none(removePosters([id, posters]));
  return { addresses, ...forgotten };
}

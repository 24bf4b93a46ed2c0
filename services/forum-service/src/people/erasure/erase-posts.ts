import { type Database, type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type Moderation, moderate } from '../../audit/moderate.ts';
import { lockPresentDialogs } from '../../dialogs/lock-dialogs.ts';
import type { Forum } from '../../model/forum.ts';
import { lockPosters } from '../../posters/lock-posters.ts';
import { removedName } from '../../posters/removed-name.ts';
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
const AT_ONCE = 200;

const PREPARED = { prepared: true };

const listPlaces = preparedStatement(new URL('./sql/list-places.sql', import.meta.url));
const insertNameless = preparedStatement(new URL('./sql/insert-nameless.sql', import.meta.url));
const deleteRecentComments = preparedStatement(new URL('./sql/delete-recent-comments.sql', import.meta.url));
const deleteAddresses = preparedStatement(new URL('./sql/delete-addresses.sql', import.meta.url));
const deletePosters = preparedStatement(new URL('./sql/delete-posters.sql', import.meta.url));
const takeName = statementTemplate(new URL('./sql/take-name.sql', import.meta.url));

const TAKE_NAME = {
  dialogs: takeName({ table: 'dialogs', dialog: 'id', also: 'work_title = null, metadata = null' }, PREPARED),
  comments: takeName({ table: 'comments', dialog: 'dialog_id', also: 'work_title = null' }, PREPARED),
  votes: takeName({ table: 'votes', dialog: 'dialog_id', also: 'voter = random_hash()' }, PREPARED),
  reports: takeName({ table: 'reports', dialog: 'dialog_id', also: 'reporter = random_hash()' }, PREPARED),
};

/**
 * Reassigns a batch of posts to anonymous posters, a different one in each dialog, so that nothing links a person's
 * posts. Once nothing is left, deletes the posters and their network addresses.
 */
export function erasePosts(
  database: Database,
  moderation: Moderation,
  posters: readonly number[],
): Promise<ErasedBatch> {
  return moderate(database, moderation, async (transaction, forum) => {
    await lockPosters(transaction, forum.id, posters);
    const places = await transaction.any<Place>(listPlaces([forum.id, posters, AT_ONCE]));
    const named = await takeNames(transaction, forum, places);
    const finished = places.length < AT_ONCE;
    const addresses = finished ? await forgetPosters(transaction, forum, posters) : 0;
    const counts = { ...named, addresses };
    return { events: [{ details: { ...counts } }], visible: places.length > 0, result: { counts, finished } };
  });
}

async function takeNames(
  transaction: Executor,
  { id, language }: Forum,
  places: readonly Place[],
): Promise<Omit<PostCounts, 'addresses'>> {
  const dialogs = places.map(({ dialog_id }) => dialog_id);
  await lockPresentDialogs(transaction, id, dialogs);
  const nameless = await transaction.any<{ id: number }>(insertNameless([id, places.length]));
  const columns = [places.map(({ poster_id }) => poster_id), dialogs, nameless.map((poster) => poster.id)];
  const take = async (kind: keyof typeof TAKE_NAME) =>
    (await transaction.result(TAKE_NAME[kind]([id, ...columns, removedName(language)]))).rowCount;
  return {
    dialogs: await take('dialogs'),
    comments: await take('comments'),
    votes: await take('votes'),
    reports: await take('reports'),
  };
}

async function forgetPosters(
  transaction: Executor,
  { id }: Forum,
  posters: readonly number[],
): Promise<number> {
  await transaction.none(deleteRecentComments([id, posters]));
  const { rowCount } = await transaction.result(deleteAddresses([id, posters]));
  await transaction.none(deletePosters([id, posters]));
  return rowCount;
}

import { type Database, preparedStatement } from '@guidepost/postgres';
import { feedWholeQueue, forgetUnusedWords } from '@guidepost/search';
import { changeForum } from '../forums/changes.ts';
import { requireForum } from '../forums/find-forum.ts';
import type { Forum } from '../forums/forum.ts';
import { findPosters } from '../posters/find-posters.ts';
import type { Person } from '../posters/person.ts';
import { dialogFeed } from '../search/dialog-feed.ts';
import { erasePosts } from './erase-posts.ts';
import { type Holdings, noHoldings } from './holdings.ts';
import { removeMentions } from './mentions.ts';

const deleteBlocks = preparedStatement(new URL('./sql/delete-blocks.sql', import.meta.url));

export interface ErasureRequest {
  slug: string;
  person: Person;
  signal: AbortSignal;
}

/**
 * Removes a person from a forum, a few of their posts in a transaction: what is interrupted is finished by beginning
 * again. Goes on until nobody in the forum has the e-mail address, so all that was posted before the end is covered.
 *
 * @returns what was removed or made nameless
 * @throws AppError `not-found`
 */
export async function erasePerson(
  database: Database,
  { slug, person, signal }: ErasureRequest,
): Promise<Holdings> {
  const forum = await requireForum(database, slug);
  const posts = await erasePosters(database, forum, { person, signal });
  const mentions = await removeMentions(database, { forum, person, signal });
  const blocks = await liftBlocks(database, forum, person);
  await forgetInSearch(database, forum);
  return { ...posts, mentions, blocks };
}

async function erasePosters(
  database: Database,
  forum: Forum,
  { person, signal }: Pick<ErasureRequest, 'person' | 'signal'>,
): Promise<Holdings> {
  const erased = noHoldings(forum.slug);
  for (;;) {
    const posters = await findPosters(database, forum, person);
    if (posters.length === 0) return erased;
    erased.identities += posters.length;
    for (let finished = false; !finished; ) {
      signal.throwIfAborted();
      const batch = await erasePosts(database, forum.slug, posters);
      for (const kind of ['dialogs', 'comments', 'votes', 'reports', 'addresses'] as const)
        erased[kind] += batch.counts[kind];
      finished = batch.finished;
    }
  }
}

/** Last, since whoever is blocked could post again meanwhile. */
function liftBlocks(database: Database, { slug }: Forum, { email }: Person): Promise<number> {
  return changeForum(database, slug, async (transaction, { id }) => {
    const { rowCount } = await transaction.result(deleteBlocks([id, email]));
    return { changed: false, result: rowCount };
  });
}

/** The index hears of it now, whether a service runs or not; words that no dialog has any more go, too. */
async function forgetInSearch(database: Database, { id }: Forum): Promise<void> {
  await feedWholeQueue({ ...dialogFeed(database), onSetAside: () => {} });
  await forgetUnusedWords(database, id);
}

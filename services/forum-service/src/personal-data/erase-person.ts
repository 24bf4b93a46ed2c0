import { withdrawMailTo } from '@guidepost/mail';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import { forgetPayloads } from '@guidepost/webhooks';
import { aboutForum, withdrawMailToFollowers } from '../mail/mail-of-posts.ts';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';
import { composeNoticesAgain } from '../notices/withdraw-notices.ts';
import { forgetMember } from '../people/members.ts';
import { findPosters } from '../people/posters.ts';
import { noteAnswers } from '../posts/news-for-followers.ts';
import { lockOutPosts } from '../tenants/change-forum.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { erasePosts } from './erase-posts.ts';
import { deleteFilesOfPerson } from './files-of-person.ts';
import { type FollowCounts, type Holdings, noHoldings } from './holdings.ts';
import { removeMentions } from './mentions.ts';

const deleteFollows = sql`
  -- $2 folded e-mail address
  with left_dialogs as (
    delete from followers
    where forum_id = $1 and lower(normalize(email) collate "und-x-icu") = $2
    returning 1
  ),
  voted as (
    -- Votes count on without their voters, also those of deleted posts once these are restored.
    update helpful_votes h
    set voter = random_hash()
    from confirmed_addresses a
    where h.forum_id = $1 and a.forum_id = $1 and a.email = $2 and h.voter = a.person
    returning 1
  ),
  kept_votes as (
    update deleted_rows k
    set stored = k.stored || jsonb_build_object('voter', random_hash())
    from confirmed_addresses a
    where k.forum_id = $1 and k.kind = 'helpful_votes' and a.forum_id = $1 and a.email = $2
      and k.stored ->> 'voter' = a.person::text
  ),
  forgotten as (
    delete from confirmed_addresses
    where forum_id = $1 and email = $2
    returning 1
  )
  select (select count(*) from left_dialogs) as follows, (select count(*) from voted) as helpful,
    (select count(*) from forgotten) as confirmations
`;

const deleteBlocks = sql`
  -- $2 folded e-mail address
  delete from blocked_senders b
  where b.forum_id = $1 and lower(normalize(b.email) collate "und-x-icu") = $2
`;

export interface ErasureRequest {
  moderation: Moderation;
  person: Person;
  /** Stops between batches. */
  signal?: AbortSignal;
}

/**
 * Erases a person from a forum in batches; after an interruption, run it again. Repeats until the forum has no poster
 * with the e-mail address, so it also covers posts that arrive meanwhile. The search index is updated separately.
 * @returns what was removed or anonymized
 * @throws AppError `not-found`
 */
export async function erasePerson(database: Database, request: ErasureRequest): Promise<Holdings> {
  const forum = await requireForum(database, request.moderation.slug);
  const posts = await erasePosters(database, forum, request);
  const mentions = await removeMentions(database, { ...request, forum });
  const follows = await forgetAddress(database, forum, request);
  const blocks = await liftBlocks(database, request);
  return { ...posts, ...follows, mentions, blocks };
}

async function erasePosters(
  database: Database,
  forum: Forum,
  { moderation, person, signal }: ErasureRequest,
): Promise<Holdings> {
  const erased = noHoldings(forum.slug);
  for (;;) {
    // A post without a key creates its own poster, which cannot be seen or locked before it commits.
    await lockOutPosts(database, forum.id);
    const posters = await findPosters(database, forum, person);
    if (posters.length === 0) return erased;
    erased.identities += posters.length;
    for (let finished = false; !finished; ) {
      signal?.throwIfAborted();
      const batch = await erasePosts(database, moderation, posters);
      for (const kind of ['dialogs', 'comments', 'votes', 'reports', 'addresses', 'deleted'] as const)
        erased[kind] += batch.counts[kind];
      finished = batch.finished;
    }
  }
}

/**
 * Deletes what belongs to a confirmed address, then the address. Run it last: mail to others is composed again here and
 * must no longer name this person.
 */
async function forgetAddress(
  database: Database,
  { id, account_id }: Forum,
  { moderation, person }: ErasureRequest,
): Promise<FollowCounts & Pick<Holdings, 'files'>> {
  // Mail that is being written was read before.
  await lockOutPosts(database, id);
  return moderate(database, moderation, async (transaction) => {
    const files = await deleteFilesOfPerson(transaction, id, person.email);
    const counts = { ...(await forgetFollows(transaction, id, person.email)), files };
    await composeNoticesAgain(transaction, id);
    await forgetMember(transaction, id, person);
    await forgetPayloads(transaction, account_id);
    const isKnown = counts.follows + counts.helpful + counts.confirmations > 0;
    return { events: isKnown ? [{ details: { ...counts } }] : [], visible: false, result: counts };
  });
}

/**
 * Forgets an address that was given to follow dialogs or to sign in. Unsent mail to others is composed again, since it
 * may quote the person.
 * @param email folded
 */
async function forgetFollows(transaction: Executor, forumId: number, email: string): Promise<FollowCounts> {
  const counts = await transaction.one<FollowCounts>(deleteFollows([forumId, email]));
  await withdrawMailTo(transaction, { about: aboutForum(forumId), email });
  await noteAnswers(transaction, forumId, await withdrawMailToFollowers(transaction, forumId));
  return counts;
}

/** Last, so that a blocked person cannot post meanwhile. People who erase themselves stay blocked. */
async function liftBlocks(
  database: Database,
  { moderation, person }: Pick<ErasureRequest, 'moderation' | 'person'>,
): Promise<number> {
  if (moderation.actor.door === 'page') return 0;
  return moderate(database, moderation, async (transaction, { id }) => {
    const { rowCount: blocks } = await transaction.result(deleteBlocks([id, person.email]));
    return { events: blocks > 0 ? [{ details: { blocks } }] : [], visible: false, result: blocks };
  });
}

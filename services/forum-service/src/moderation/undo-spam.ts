import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { idsOf } from '../model/listing.ts';
import { eventsOf } from '../posts/lock-posts.ts';
import { lockOutPosts } from '../tenants/change-forum.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import type { DeletedEntry } from './restore-rows.ts';
import { type DeletedComment, findPlaces, restoreCommentEntries } from './undelete-comments.ts';
import { restoreDialogEntries } from './undelete-dialogs.ts';

/** A spam action that can be undone. */
export interface RecentSpam {
  id: number;
  done_at: Date;
  done_by: string;
  undone_until: Date;
  /** How many posts it deleted. */
  posts: number;
}

interface SpamAction {
  deleted_posts: number[];
  blocks: number[];
  reports: number[];
  hosts: number[];
}

const list = sql`
  -- $2 posters, or null for everyone's.
  select s.id, s.done_at, s.done_by, s.done_at + interval '10 minutes' as undone_until,
    cardinality(s.deleted_posts) as posts
  from spam_actions s
  where s.forum_id = $1 and s.done_at > now() - interval '10 minutes' and ($2::bigint[] is null or s.posters && $2)
  order by s.id desc
`;
const take = sql`
  delete from spam_actions s
  where s.forum_id = $1 and s.id = $2 and s.done_at > now() - interval '10 minutes'
  returning s.deleted_posts, s.blocks, s.reports, s.hosts
`;
const lockDialogs = sql`
  select p.id as entry, p.dialog_id as id, p.unmailed
  from deleted_posts p
  where p.forum_id = $1 and p.id = any($2::bigint[]) and p.comment_id is null
  order by p.id
  for update
`;
const lockComments = sql`
  select p.id as entry, p.comment_id as id, p.dialog_id, p.accepted, p.unmailed
  from deleted_posts p
  where p.forum_id = $1 and p.id = any($2::bigint[]) and p.comment_id is not null
  order by p.id
  for update
`;
const unblock = sql`
  delete from blocked_senders b
  where b.forum_id = $1 and b.id = any($2::bigint[])
  returning b.id
`;
const forget = sql`
  delete from held_hosts h
  where h.forum_id = $1 and h.id = any($2::bigint[])
  returning h.id
`;
const reopen = sql`
  -- Those that are resolved since the spam was marked.
  update reports r
  set resolved_at = null
  from spam_actions s
  where s.forum_id = $1 and s.id = $2
    and r.forum_id = $1 and r.id = any(s.reports) and r.resolved_at = s.done_at
  returning r.id
`;

/** Spam actions that can still be undone, the latest first. @param posters only what was done to one of them */
export function listRecentSpam(
  executor: Executor,
  forumId: number,
  posters?: readonly number[],
): Promise<RecentSpam[]> {
  return executor.any<RecentSpam>(list([forumId, posters]));
}

/**
 * Takes back all that a spam action did within the last ten minutes, except what others have changed since.
 * @returns whether something was left as others have changed it
 * @throws AppError `not-found` when it was undone, or ten minutes have passed
 */
export function undoSpam(database: Executor, moderation: Moderation, id: number): Promise<boolean> {
  return moderate(database, moderation, async (transaction, forum) => {
    // Someone may be posting the same again.
    await lockOutPosts(transaction, forum.id);
    const reports = await transaction.any(reopen([forum.id, id]));
    const action = await transaction.oneOrNone<SpamAction>(take([forum.id, id]));
    if (!action) throw new AppError('not-found', 'This can no longer be undone.');
    const { dialogs, comments } = await restorePosts(transaction, forum.id, action.deleted_posts);
    const blocks = await transaction.any(unblock([forum.id, action.blocks]));
    const hosts = await transaction.any(forget([forum.id, action.hosts]));
    const expected = [action.deleted_posts, action.blocks, action.hosts, action.reports].flat().length;
    const undone = [dialogs, comments, blocks, hosts, reports].flat().length;
    const events = [...idsOf(dialogs).map((dialog_id) => ({ dialog_id })), ...eventsOf(comments)];
    return {
      events: events.length > 0 ? events : [{}],
      visible: events.length > 0,
      result: undone < expected,
    };
  });
}

/** Comments after the dialogs in which they may stand. */
async function restorePosts(transaction: Executor, forumId: number, entries: readonly number[]) {
  const dialogs = await transaction.any<DeletedEntry>(lockDialogs([forumId, entries]));
  if (dialogs.length > 0) await restoreDialogEntries(transaction, forumId, dialogs);
  const deleted = await transaction.any<DeletedComment>(lockComments([forumId, entries]));
  const { comments } = await findPlaces(transaction, forumId, deleted);
  await restoreCommentEntries(transaction, forumId, comments);
  return { dialogs, comments };
}

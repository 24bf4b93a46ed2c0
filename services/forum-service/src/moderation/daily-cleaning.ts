import { type Database, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { LINK_LIFETIME } from '../people/members.ts';
import { purgeExpired } from '../posts/purge-deleted.ts';

/** Small, to keep posts from waiting. */
const BATCH_SIZE = 1_000;

const DAY = 86_400_000;

/** Advisory lock key; unique to this job. */
const LOCK_KEY = 7_305_801_248;

const tryToClean = sql`
  select pg_try_advisory_xact_lock($1) as free
`;

const DELETIONS = [
  {
    statement: sql`
      -- Across tenants: a worker cleans up.
      -- Expired addresses, at most $1.
      delete from post_addresses a
      using (
        select o.forum_id, o.id
        from post_addresses o
        where o.posted_at < now() - interval '90 days'
        order by o.posted_at
        limit $1
        for update skip locked
      ) old
      where a.forum_id = old.forum_id and a.id = old.id
    `,
  },
  {
    statement: sql`
      -- Across tenants: a worker cleans up.
      -- Expired duplicate-comment guards, at most $1; the comments stay.
      delete from recent_comments r
      using (
        select o.forum_id, o.dialog_id, o.content_hash
        from recent_comments o
        where o.posted_at < now() - interval '1 day'
        order by o.posted_at
        limit $1
        for update skip locked
      ) old
      where r.forum_id = old.forum_id and r.dialog_id = old.dialog_id and r.content_hash = old.content_hash
    `,
  },
  {
    statement: sql`
      -- Across tenants: a worker cleans up.
      -- Followers who have not confirmed their address in time, at most $1.
      delete from followers f
      using (
        select o.forum_id, o.id
        from followers o
        where not o.confirmed and o.followed_at < now() - interval '72 hours'
        order by o.followed_at
        limit $1
        for update skip locked
      ) old
      where f.forum_id = old.forum_id and f.id = old.id
    `,
  },
  {
    statement: sql`
      -- Across tenants: a worker cleans up.
      -- Links that no longer sign in, at most $1; $2 seconds that a link works.
      delete from member_links l
      using (
        select o.hash
        from member_links o
        where o.created_at < now() - make_interval(secs => $2)
        order by o.created_at
        limit $1
        for update skip locked
      ) old
      where l.hash = old.hash
    `,
    values: [LINK_LIFETIME],
  },
  {
    statement: sql`
      -- Across tenants: a worker cleans up.
      -- Sessions of members that have ended, at most $1.
      delete from member_sessions s
      using (
        select o.forum_id, o.id
        from member_sessions o
        where o.last_used_at < now() - interval '30 days' or o.created_at < now() - interval '180 days'
        limit $1
        for update skip locked
      ) old
      where s.forum_id = old.forum_id and s.id = old.id
    `,
  },
  {
    statement: sql`
      -- Across tenants: a worker cleans up.
      -- Counts of guides that helped more than 25 months ago, at most $1.
      delete from helpful_guides h
      using (
        select o.forum_id, o.day, o.address
        from helpful_guides o
        where o.day < now() - interval '25 months'
        order by o.day
        limit $1
        for update skip locked
      ) old
      where h.forum_id = old.forum_id and h.day = old.day and h.address = old.address
    `,
  },
].map(({ statement, values = [] }) => statement([BATCH_SIZE, ...values]));

/**
 * Deletes a batch of what has expired: post addresses, hashes of recent comments, followers who have not confirmed, links and
 * sessions of members, old counts, and posts that were deleted thirty days ago. A failure of one kind leaves the other.
 * @returns whether there may be more
 */
export async function clean(database: Database): Promise<boolean> {
  const outcomes = await Promise.allSettled([deleteExpired(database), purgeExpired(database)]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
}

/** Does nothing while another instance does. */
function deleteExpired(database: Database): Promise<boolean> {
  return database.tx('daily-cleaning', async (transaction) => {
    const { free } = await transaction.one<{ free: boolean }>(tryToClean([LOCK_KEY]));
    if (!free) return false;
    const deleted = [];
    for (const deletion of DELETIONS) deleted.push((await transaction.result(deletion)).rowCount);
    return deleted.includes(BATCH_SIZE);
  });
}

export function createDailyCleaning(database: Database, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => clean(database),
    pause: DAY,
    onFailure: (err) => logger.warn({ err }, 'cannot delete what has expired'),
    onRecovery: () => logger.info('what has expired is being deleted again'),
  });
}

import { type Database, type SqlPart, sql } from '@guidepost/postgres';
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

interface Expiry {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** Tells which rows `o` have expired, and in which order they go. */
  expired: SqlPart;
  /** The values of `expired`, from $2. */
  values?: readonly unknown[];
}

const EXPIRIES: readonly Expiry[] = [
  {
    table: 'post_addresses',
    key: ['forum_id', 'id'],
    expired: sql.part`o.posted_at < now() - interval '90 days' order by o.posted_at`,
  },
  {
    // They can be undone for ten minutes.
    table: 'spam_actions',
    key: ['forum_id', 'id'],
    expired: sql.part`o.done_at < now() - interval '1 day' order by o.done_at`,
  },
  {
    // The same.
    table: 'merge_actions',
    key: ['forum_id', 'id'],
    expired: sql.part`o.done_at < now() - interval '1 day' order by o.done_at`,
  },
  {
    // Guards against duplicate comments; the comments stay.
    table: 'recent_comments',
    key: ['forum_id', 'dialog_id', 'content_hash'],
    expired: sql.part`o.posted_at < now() - interval '1 day' order by o.posted_at`,
  },
  {
    // Followers who have not confirmed their address in time.
    table: 'followers',
    key: ['forum_id', 'id'],
    expired: sql.part`not o.confirmed and o.followed_at < now() - interval '72 hours' order by o.followed_at`,
  },
  {
    // Links that no longer sign in.
    table: 'member_links',
    key: ['hash'],
    expired: sql.part`o.created_at < now() - make_interval(secs => $2) order by o.created_at`,
    values: [LINK_LIFETIME],
  },
  {
    table: 'member_sessions',
    key: ['forum_id', 'id'],
    expired: sql.part`
      o.last_used_at < now() - interval '30 days' or o.created_at < now() - interval '180 days'`,
  },
  {
    // Counts of guides that helped.
    table: 'helpful_guides',
    key: ['forum_id', 'day', 'address'],
    expired: sql.part`o.day < now() - interval '25 months' order by o.day`,
  },
  {
    // Counts of guides that were opened.
    table: 'opened_guides',
    key: ['forum_id', 'day', 'guide'],
    expired: sql.part`o.day < now() - interval '25 months' order by o.day`,
  },
  {
    // Deleted notes.
    table: 'notes',
    key: ['forum_id', 'id'],
    expired: sql.part`o.removed_at < now() - interval '1 day' order by o.removed_at`,
  },
  {
    // Assignments of dialogs that are gone for good.
    table: 'assignments',
    key: ['forum_id', 'dialog_id'],
    expired: sql.part`
      not exists (select from dialogs d where d.forum_id = o.forum_id and d.id = o.dialog_id)
      and not exists (
        select from deleted_posts p
        where p.forum_id = o.forum_id and p.dialog_id = o.dialog_id and p.comment_id is null
      )`,
  },
];

const DELETIONS = EXPIRIES.map(({ table, key, expired, values = [] }) => {
  const columns = key.map(sql.identifier);
  const matches = columns.map((column) => sql.part`e.${column} = old.${column}`);
  const statement = sql`
    -- Across tenants: a worker cleans up.
    -- Expired rows, at most $1.
    delete from ${sql.identifier(table)} e
    using (
      select ${sql.list(columns.map((column) => sql.part`o.${column}`))}
      from ${sql.identifier(table)} o
      where ${expired}
      limit $1
      for update skip locked
    ) old
    where ${matches.reduce((all, one) => sql.part`${all} and ${one}`)}
  `;
  return statement([BATCH_SIZE, ...values]);
});

/**
 * Deletes a batch of what has expired: post addresses, hashes of recent comments, followers who have not confirmed,
 * links and sessions of members, old counts, assignments of dialogs that are gone, records of spam actions and merges,
 * and posts that were deleted thirty days ago. A failure of one kind leaves the other.
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

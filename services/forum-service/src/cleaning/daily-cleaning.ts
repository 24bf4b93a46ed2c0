import { type Database, preparedStatement } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { purgeExpired } from '../deleted-posts/purge-deleted.ts';
import { LINK_LIFETIME } from '../members/members.ts';

/** Small, to keep posts from waiting. */
const BATCH_SIZE = 1_000;

const DAY = 86_400_000;

/** Advisory lock key; unique to this job. */
const LOCK_KEY = 7_305_801_248;

const DELETIONS = [
  { name: 'delete-old-addresses' },
  { name: 'delete-old-comments' },
  { name: 'delete-waiting-followers' },
  { name: 'delete-member-links', values: [LINK_LIFETIME] },
  { name: 'delete-member-sessions' },
  { name: 'delete-old-guide-help' },
].map(({ name, values = [] }) =>
  preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url))([BATCH_SIZE, ...values]),
);

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
    const { free } = await transaction.one<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [LOCK_KEY],
    );
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

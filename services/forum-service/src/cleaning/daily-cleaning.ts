import { type Database, preparedStatement } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';

/** Small, to keep posts from waiting. */
const BATCH_SIZE = 1_000;

const DAY = 86_400_000;

/** Advisory lock key; unique to this job. */
const LOCK_KEY = 7_305_801_248;

const STATEMENTS = [
  'delete-old-addresses',
  'delete-old-comments',
  'delete-waiting-followers',
  'delete-member-links',
  'delete-member-sessions',
  'delete-old-guide-help',
].map((name) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url)));

/**
 * Deletes a batch of what has expired: post addresses, hashes of recent comments, followers who have not confirmed, links and
 * sessions of members, and old counts. Does nothing while another instance is cleaning.
 * @returns whether there may be more
 */
export async function clean(database: Database): Promise<boolean> {
  return database.tx('daily-cleaning', async (transaction) => {
    const { free } = await transaction.one<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [LOCK_KEY],
    );
    if (!free) return false;
    const deleted = [];
    for (const statement of STATEMENTS)
      deleted.push((await transaction.result(statement([BATCH_SIZE]))).rowCount);
    return deleted.includes(BATCH_SIZE);
  });
}

export function createDailyCleaning(database: Database, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => clean(database),
    pause: DAY,
    onFailure: (err) => logger.warn({ err }, 'cannot delete old post addresses'),
    onRecovery: () => logger.info('old post addresses are being deleted again'),
  });
}

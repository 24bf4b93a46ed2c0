import { type Database, preparedStatement } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';

/** Few enough that nobody who posts waits for long. */
const AT_ONCE = 1_000;

/** Milliseconds. */
const DAY = 86_400_000;

/** So that several instances do not do the same at once; nobody else uses this number. */
const LOCK_KEY = 7_305_801_248;

const STATEMENTS = ['delete-old-addresses', 'delete-old-comments'].map((name) =>
  preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url)),
);

/**
 * Deletes some of what is kept for a time only: where posts came from, and what must not be posted again so soon. Does
 * nothing while another instance is at it.
 *
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
      deleted.push((await transaction.result(statement([AT_ONCE]))).rowCount);
    return deleted.includes(AT_ONCE);
  });
}

/** Cleans when the service starts, and each day after. */
export function createDailyCleaning(database: Database, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => clean(database),
    pause: DAY,
    onFailure: (err) => logger.warn({ err }, 'old addresses of posts cannot be deleted'),
    onRecovery: () => logger.info('old addresses of posts are deleted again'),
  });
}

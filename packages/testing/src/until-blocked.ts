import type { Database } from '@guidepost/postgres';

const COUNT_BLOCKED = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Resolves when so many wait for locks that others have.
 *
 * @param database no transaction, which would be shown the same activity again and again
 */
export async function untilBlocked(database: Database, count = 1): Promise<void> {
  while ((await database.one<{ count: number }>(COUNT_BLOCKED)).count < count);
}

import { until } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';

const COUNT_BLOCKED = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when this many statements wait for locks. A transaction would always see the same activity. */
export async function untilBlocked(database: Database, count = 1): Promise<void> {
  await until(
    `${count} statements wait for locks`,
    async () => (await database.one<{ count: number }>(COUNT_BLOCKED)).count >= count,
  );
}

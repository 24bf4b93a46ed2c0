import type { Database } from '@guidepost/postgres';

/** Resolves when somebody waits for a lock that somebody else has. */
export async function somebodyIsBlocked(database: Database): Promise<void> {
  const blocked = () =>
    database.any(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  while ((await blocked()).length === 0);
}

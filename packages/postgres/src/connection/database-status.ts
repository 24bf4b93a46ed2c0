import type { Database } from './database.ts';

export interface DatabaseStatus {
  /** Of the server. */
  version: string;
  /** Until it answered. */
  milliseconds: number;
}

export async function databaseStatus(database: Database): Promise<DatabaseStatus> {
  const started = performance.now();
  const { version } = await database.one<{ version: string }>(
    "select split_part(current_setting('server_version'), ' ', 1) as version",
  );
  return { version, milliseconds: Math.ceil(performance.now() - started) };
}

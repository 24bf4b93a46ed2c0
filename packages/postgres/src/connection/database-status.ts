import { sql } from '../sql/sql.ts';
import type { Database } from './database.ts';

export interface DatabaseStatus {
  /** Of the server. */
  version: string;
  /** Until it answered. */
  milliseconds: number;
}

const readVersion = sql`
  select split_part(current_setting('server_version'), ' ', 1) as version
`;
const readNothing = sql`
  select 1 as one
`;

export async function databaseStatus(database: Database): Promise<DatabaseStatus> {
  const started = performance.now();
  const { version } = await database.one<{ version: string }>(readVersion([]));
  return { version, milliseconds: Math.ceil(performance.now() - started) };
}

/** @throws if the database does not answer */
export async function ping(database: Database): Promise<void> {
  await database.one(readNothing([]));
}

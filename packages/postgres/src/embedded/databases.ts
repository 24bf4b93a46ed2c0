import { hasCode } from '@guidepost/service-kit/embedded';
import pg from 'pg';
import { databaseUrl } from './connections.ts';
import type { RunningServer } from './pid-file.ts';

/** Creates the database unless it exists. */
export async function ensureDatabase(server: RunningServer, name: string): Promise<void> {
  const client = new pg.Client(databaseUrl(server, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // Somebody else made it meanwhile: duplicate_database, or the unique index behind it.
    if (!hasCode(error, '42P04', '23505')) throw error;
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import { currentTestRun } from './test-run.ts';

/** Runs `work` connected to the server's own database, to create and drop others. */
export async function administer<Result>(
  work: (client: pg.Client) => Promise<Result>,
  serverUrl = currentTestRun().serverUrl,
): Promise<Result> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops a database and disconnects its clients. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`alter database ${pg.escapeIdentifier(name)} is_template false`);
  await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
}

/** The URL of another database on this run's server. */
export function databaseUrl(name: string): string {
  const url = new URL(currentTestRun().serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** The database name in a URL. */
export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

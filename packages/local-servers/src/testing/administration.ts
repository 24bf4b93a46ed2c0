import pg from 'pg';
import { currentTestRun } from './test-run.ts';

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

export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`alter database ${pg.escapeIdentifier(name)} is_template false`);
  await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
}

export function databaseUrl(name: string, serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** The URL of the same database on the server of another URL. */
export function sameDatabaseOn(serverUrl: string, url: string): string {
  const there = new URL(serverUrl);
  there.pathname = new URL(url).pathname;
  return there.href;
}

import pg from 'pg';
import { administer, databaseName, sameDatabaseOn } from './administration.ts';
import { sharedServers } from './test-run.ts';
import { until } from './until.ts';

/** Makes the database at `url` unreachable while `action` runs, even if it throws. */
export async function withDatabaseAway<Result>(url: string, action: () => Promise<Result>): Promise<Result> {
  const name = databaseName(url);
  return administer(async (client) => {
    await allowConnections(client, name, false);
    try {
      await cutConnections(client, name);
      return await action();
    } finally {
      await allowConnections(client, name, true);
      await untilPoolerConnects(url);
    }
  });
}

// A pooler refuses clients for a moment after its last attempt to connect has failed.
async function untilPoolerConnects(url: string): Promise<void> {
  const shared = sharedServers();
  if (!shared) return;
  const pooled = sameDatabaseOn(shared.poolerUrl, url);
  await until('the pooler connects again', () =>
    administer((client) => client.query('select 1'), pooled).catch(() => undefined),
  );
}

async function allowConnections(client: pg.Client, name: string, allowed: boolean): Promise<void> {
  await client.query(`alter database ${pg.escapeIdentifier(name)} allow_connections ${allowed}`);
}

// The second argument waits until the backend has ended.
async function cutConnections(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
    name,
  ]);
}

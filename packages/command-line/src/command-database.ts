import { randomUUID } from 'node:crypto';
import { closeDatabase, type Database, migrate, openDatabase, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { DatabasePlace } from './environment.ts';

/** The database that the commands of a service work on. */
export interface ServiceDatabase {
  /** Of the service, and of its embedded database: `kb`. */
  name: string;
  /** The environment variable with its URL: `KB_DATABASE_URL`. */
  urlVariable: string;
  /** As `migrate` takes them. */
  migrations: readonly URL[];
}

export interface CommandDatabase {
  database: Database;
  url: string;
  applied: string[];
  /** Has the server cancel and roll back the work of this command. */
  cutOff(): Promise<void>;
  close(): Promise<void>;
}

interface Cluster {
  url: string;
  release(): Promise<unknown>;
}

/** Three for the command (an import reads, writes and analyzes at once), one for `cutOff`. */
const POOL_SIZE = 4;

/** Opens the database and applies pending migrations; throws AppError when no database is available. */
export async function openCommandDatabase(
  service: ServiceDatabase,
  place: DatabasePlace,
): Promise<CommandDatabase> {
  const cluster =
    'url' in place ? { ...place, release: async () => {} } : await startCluster(service, place.directory);
  const applicationName = `guidepost ${service.name} ${randomUUID()}`;
  const database = openDatabase({
    url: cluster.url,
    poolSize: POOL_SIZE,
    applicationName,
    statementTimeout: 0,
  });
  const close = async () => {
    await closeDatabase(database);
    await cluster.release();
  };
  try {
    const applied = await migrate(database, service.migrations);
    return { database, url: cluster.url, applied, close, cutOff: () => terminate(database, applicationName) };
  } catch (error) {
    await close();
    throw error;
  }
}

const terminateOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = $1 and pid <> pg_backend_pid()
`;

async function terminate(database: Database, applicationName: string): Promise<void> {
  await database.any(terminateOthers([applicationName]));
}

async function startCluster({ name, urlVariable }: ServiceDatabase, directory: string): Promise<Cluster> {
  const { startPostgres } = await importLocalServers(urlVariable);
  const cluster = await startPostgres({ directory, durable: true });
  await cluster.ensureDatabase(name);
  return { url: cluster.url(name), release: () => cluster.release() };
}

/** Container images do not include embedded PostgreSQL. */
async function importLocalServers(urlVariable: string): Promise<typeof import('@guidepost/local-servers')> {
  try {
    return await import('@guidepost/local-servers');
  } catch (cause) {
    const message = `${urlVariable} is not set, and embedded PostgreSQL is not installed.`;
    throw new AppError('unavailable', message, { cause });
  }
}

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { closeDatabase, type Database, migrate, openDatabase, sql } from '@guidepost/postgres';
import { AppError, DATABASE_URL, type Environment, maskPassword } from '@guidepost/service-kit';

/** The database that the commands of a service work on. */
export interface ServiceDatabase {
  /** The name of the service, and of its embedded database: `kb`. */
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

/** The database of a command: a running one, or the embedded one in a folder. */
type DatabasePlace = { url: string } | { directory: string };

const ADDRESS = new RegExp(DATABASE_URL.pattern);

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

/** @throws AppError `invalid` that begins with the name of the variable */
export function findDatabase(urlVariable: string, environment: Environment): DatabasePlace {
  const { [urlVariable]: url, DATA_DIR } = environment;
  if (!url) return { directory: resolve(DATA_DIR || defaultDataDirectory(urlVariable), 'postgres') };
  if (ADDRESS.test(url) && URL.canParse(url)) return { url };
  const expected = 'the PostgreSQL database (default: the embedded one)';
  throw new AppError('invalid', `${urlVariable} is not valid, "${maskPassword(url)}": ${expected}`);
}

/** `.data` at the root of the repository, whatever the working directory. */
function defaultDataDirectory(urlVariable: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return join(folder, '.data');
  }
  throw new AppError('invalid', `${urlVariable} is not set. Set it to the URL of the database.`);
}

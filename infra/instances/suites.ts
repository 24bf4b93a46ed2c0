import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVersitygw, startVersitygw } from '@guidepost/local-servers';
import { shareServers, startPgBouncer, startReplicatedPostgres } from '@guidepost/local-servers/testing';
import { runTests } from '../checks/tests.ts';
import { stopRequest } from '../local/stop-request.ts';

const INSTANCES = 3;

/** For each database, of the 200 that the server has. */
const POOL_SIZE = 8;

/** So that the replica never lacks what it has not read yet. */
const KEPT_WAL = '1GB';

const OPTIONS = [
  '--roots=<rootDir>/services',
  '--reporters=default',
  '--reporters=<rootDir>/infra/instances/suites-reporter.ts',
];

const TEST_SERVICES = ['kb', 'forum'].map((name) => `services/${name}-service/src/testing/test-service.ts`);

// `npm run instances:suites`: the tests that start a service, each as three instances behind HAProxy, on PgBouncer in
// transaction mode, a streaming replica and an object store. `npm run instances:suites -- guides` only runs matching files.
const stop = stopRequest();
const servers = new AsyncDisposableStack();
try {
  await startServers();
  process.exitCode = await runTests([...testsOf(process.argv.slice(2)), ...OPTIONS], stop);
} finally {
  await servers.disposeAsync();
}

/** By default, all that start a service. */
function testsOf(given: string[]): string[] {
  return given.length > 0 ? given : ['--findRelatedTests', ...TEST_SERVICES];
}

async function startServers(): Promise<void> {
  const pair = await startReplicatedPostgres({ databases: [], prepare: async () => {} });
  servers.defer(() => pair.remove());
  await pair.primary.ask(`alter system set wal_keep_size = '${KEPT_WAL}'`);
  await pair.primary.ask('select pg_reload_conf()');
  const pooler = await startPgBouncer(pair.primary.url('postgres'), { poolSize: POOL_SIZE });
  servers.defer(() => pooler.stop());
  const objects = await startVersitygw({
    program: findVersitygw() ?? 'versitygw',
    directory: await temporaryFolder('objects'),
  });
  servers.defer(() => objects.stop());
  process.env.TEST_DATABASE_URL = pair.primary.url('postgres');
  process.env.S3_TEST_URL = objects.url;
  process.env.AWS_ACCESS_KEY_ID = objects.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = objects.secretAccessKey;
  shareServers({
    instances: INSTANCES,
    poolerUrl: pooler.pooled(pair.primary.url('postgres')),
    keepsPrepared: pooler.keepsPrepared,
    replicaUrl: pair.replica.url('postgres'),
    notes: await temporaryFolder('notes'),
  });
}

async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `guidepost-${name}-`));
  servers.defer(() => rm(folder, { recursive: true }));
  return folder;
}

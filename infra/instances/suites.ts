import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVersitygw, startVersitygw } from '@guidepost/local-servers';
import { shareServers, startPgBouncer, startReplicatedPostgres } from '@guidepost/local-servers/testing';
import { runTests } from '../checks/tests.ts';
import { readCommandLine } from '../local/command-line.ts';
import { stopRequest } from '../local/stop-request.ts';

const INSTANCES = 3;

/** For each database, of the 200 that the server has. */
const POOL_SIZE = 8;

// Fixtures write without raising a revision, so each commit waits for the replica. Write-ahead log is kept for it.
const REPLICATION = [
  "alter system set wal_keep_size = '1GB'",
  "alter system set synchronous_standby_names = 'replica'",
  'select pg_reload_conf()',
  "alter role current_user set synchronous_commit = 'remote_apply'",
];

const OPTIONS = [
  '--roots=<rootDir>/services',
  '--reporters=default',
  '--reporters=<rootDir>/infra/instances/suites-reporter.ts',
];

const SERVICES = ['kb', 'forum'];

const USAGE = `Usage: npm run instances:suites -- [kb | forum | <part of a path> …]

Runs the tests that start a service, each as ${INSTANCES} instances behind HAProxy, which take turns by request, on PgBouncer in
transaction mode, a streaming replica and an object store. Lists the tests that cannot run this way, and why.`;

const { positionals } = readCommandLine(USAGE, { most: Number.POSITIVE_INFINITY });
const stop = stopRequest();
const servers = new AsyncDisposableStack();
try {
  await startServers();
  process.exitCode = await runTests([...testsOf(positionals), ...OPTIONS], stop);
} finally {
  await servers.disposeAsync();
}

/** All that start one of these services, by default any; or files. */
function testsOf(words: readonly string[]): string[] {
  if (!words.every((word) => SERVICES.includes(word))) return [...words];
  const names = words.length > 0 ? words : SERVICES;
  return [
    '--findRelatedTests',
    ...names.map((name) => `services/${name}-service/src/testing/test-service.ts`),
  ];
}

async function startServers(): Promise<void> {
  const pair = await startReplicatedPostgres({ databases: [], prepare: async () => {} });
  servers.defer(() => pair.remove());
  for (const statement of REPLICATION) await pair.primary.ask(statement);
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort } from '@guidepost/local-servers';
import { createTestDatabase } from '@guidepost/local-servers/testing';
import { migrateTestDatabase, portOf, startServiceProcess } from '@guidepost/testing';
import { MIGRATIONS as FORUM_MIGRATIONS } from '../../../services/forum-service/src/schema.ts';
import { MIGRATIONS as KB_MIGRATIONS } from '../../../services/kb-service/src/schema.ts';

const MIGRATIONS = { kb: KB_MIGRATIONS, forum: FORUM_MIGRATIONS };

export type ServiceName = 'kb' | 'forum';

export interface RunningService {
  origin: string;
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
  log(): Record<string, unknown>[];
  stop(): Promise<void>;
}

export interface RunningServiceOptions {
  environment?: Readonly<Record<string, string>>;
  /** Writes content into the database. */
  prepare?(url: string): Promise<void>;
}

/** Starts a service as operators do, on a database of its own. */
export async function startRunningService(
  name: ServiceName,
  { environment, prepare }: RunningServiceOptions = {},
): Promise<RunningService> {
  const { url, drop } = await createTestDatabase({
    template: name,
    prepare: (empty) => migrateTestDatabase(empty, MIGRATIONS[name]),
  });
  await prepare?.(url);
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-monitoring-'));
  const prefix = name.toUpperCase();
  const metricsPort = await anyFreePort();
  const main = new URL(`../../../services/${name}-service/src/main.ts`, import.meta.url);
  const service = startServiceProcess(main, [], {
    HOST: '127.0.0.1',
    [`${prefix}_DATABASE_URL`]: url,
    [`${prefix}_PORT`]: '0',
    [`${prefix}_METRICS_PORT`]: String(metricsPort),
    FORUM_FILES_DIRECTORY: folder,
    MAIL_OUTBOX: join(folder, 'mail'),
    ...environment,
  });
  const port = await portOf(service);
  let log = '';
  service.output.on('data', (chunk) => {
    log += chunk;
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    log: () => log.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : [])),
    async stop() {
      service.child.kill('SIGTERM');
      await service.exit;
      await drop();
      await rm(folder, { recursive: true });
    },
  };
}

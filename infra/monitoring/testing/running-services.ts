import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@guidepost/local-servers/testing';
import { migrateTestDatabase } from '@guidepost/testing';
import { MIGRATIONS as FORUM_MIGRATIONS } from '../../../services/forum-service/src/schema.ts';
import { MIGRATIONS as KB_MIGRATIONS } from '../../../services/kb-service/src/schema.ts';
import { type Service, type ServiceName, startService } from '../../rigs/place.ts';

const MIGRATIONS = { kb: KB_MIGRATIONS, forum: FORUM_MIGRATIONS };

export interface RunningService extends Pick<Service, 'origin' | 'metrics'> {
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
  const servers = new AsyncDisposableStack();
  servers.defer(() => rm(folder, { recursive: true }));
  servers.defer(drop);
  const { origin, metrics, log } = await startService({ folder, servers }, name, {
    [`${name.toUpperCase()}_DATABASE_URL`]: url,
    FORUM_FILES_DIRECTORY: folder,
    MAIL_OUTBOX: join(folder, 'mail'),
    RATE_LIMITS: 'on',
    ...environment,
  });
  const lines = () => readFileSync(log, 'utf8').split('\n');
  return {
    origin,
    metrics,
    log: () => lines().flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : [])),
    stop: () => servers.disposeAsync(),
  };
}

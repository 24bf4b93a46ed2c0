import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestBucket } from '@guidepost/files/testing';
import { anyFreePort, commandLine, type LocalPostgres, startPostgres } from '@guidepost/local-servers';
import { startOwnMeilisearch, until } from '@guidepost/local-servers/testing';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import {
  type FaultyProxy,
  openTestDatabase,
  type ServiceProcess,
  startFaultyProxy,
} from '@guidepost/testing';
import { type Receiver, startReceiver } from '@guidepost/webhooks/testing';
import { startForumService } from '../../services/forum-service/src/testing/start-forum-service.ts';
import { type Audit, audit } from './audit.ts';
import { type ForumPosts, forumTraffic } from './forum-posts.ts';
import type { Sent, Traffic } from './posting.ts';
import { prepareForum } from './prepare-forum.ts';

/** What the service needs. */
export type Part = 'database' | 'mail' | 'webhooks' | 'store' | 'search';

export interface RigOptions {
  folder: string;
  /** What is reached through a proxy. Without `store` and `search`, files are on disk and the database answers searches. */
  parts?: readonly Part[];
  /** Of the service. */
  environment?: Record<string, string>;
}

/** A service that runs as in production, with all it depends on. */
export interface Rig {
  traffic: Traffic;
  /** Compares what was answered with what there is. */
  audit(sent: readonly Sent[]): Promise<Audit>;
  /** Not through the proxy. */
  database: Database;
  postgres: RiggedPostgres;
  service: RiggedService;
  proxies: ReadonlyMap<Part, FaultyProxy>;
  /** Where files are; null in an object store. */
  files: string | null;
  /** The folder that the database's is in. */
  disk: string;
}

export interface ForumRig extends Omit<Rig, 'audit' | 'traffic'> {
  posts: ForumPosts;
  mail: MailServer;
  receiver: Receiver;
}

export interface RiggedPostgres {
  kill(): Promise<void>;
  /** Unless it runs; resolves once it accepts connections. */
  start(): Promise<void>;
}

export interface RiggedService {
  start(): Promise<void>;
  /** Resolves with the exit code once it has ended. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

const READY_SECONDS = 60;

export async function openForumRig(options: RigOptions, stack: AsyncDisposableStack): Promise<Rig> {
  const { folder, parts = [] } = options;
  const directory = join(folder, 'disk', 'postgres');
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  await mkdir(join(folder, 'disk'), { recursive: true });
  const postgres = await rigPostgres(directory, stack);
  const mail = await startMailServer();
  stack.defer(() => mail.stop());
  const receiver = await startReceiver();
  stack.defer(() => receiver.stop());
  const targets = new Map<Part, string>([
    ['database', postgres.url],
    ['mail', mail.url],
    ['webhooks', receiver.url],
  ]);
  const more: Record<string, string> = {};
  if (parts.includes('store')) Object.assign(more, await startStore(targets, stack));
  if (parts.includes('search')) Object.assign(more, await startSearch(targets, stack));
  const proxies = await startProxies(targets, parts, stack);
  const url = (part: Part) => proxies.get(part)?.url ?? targets.get(part) ?? '';
  const port = await anyFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    FORUM_PORT: String(port),
    FORUM_DATABASE_URL: url('database'),
    FORUM_FILES_DIRECTORY: files,
    PUBLIC_URL: origin,
    RATE_LIMITS: 'off',
    MAIL_URL: url('mail'),
    MAIL_FROM: 'help@example.com',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    ...more,
    ...(parts.includes('store') && { S3_ENDPOINT: url('store'), FORUM_FILES_STORE: 's3' }),
    ...(parts.includes('search') && { MEILI_URL: url('search') }),
    ...options.environment,
  };
  const start = () => startForumService(environment);
  const service = rigService(join(folder, 'service.log'), port, start);
  stack.defer(async () => void (await service.stop('SIGTERM')));
  await service.start();
  const database = openTestDatabase(postgres.url);
  stack.defer(() => closeDatabase(database));
  const posts = { origin, ...(await prepareForum(database, url('webhooks'))) };
  const rig: ForumRig = {
    posts,
    database,
    postgres,
    service,
    proxies,
    mail,
    receiver,
    files: parts.includes('store') ? null : files,
    disk: dirname(directory),
  };
  return { ...rig, traffic: forumTraffic(posts), audit: (sent) => audit(rig, sent) };
}

export async function rigPostgres(
  directory: string,
  stack: AsyncDisposableStack,
): Promise<RiggedPostgres & { url: string }> {
  const start = () => startPostgres({ directory, durable: true });
  let running: LocalPostgres = await start();
  stack.defer(async () => void (await running.release()));
  await running.ensureDatabase('forum');
  return {
    url: running.url('forum'),
    async kill() {
      const { processId } = running;
      process.kill(processId, 'SIGKILL');
      await until('PostgreSQL has ended', async () => !(await isRunning(processId)));
    },
    async start() {
      if (!(await isRunning(running.processId))) running = await start();
    },
  };
}

async function isRunning(processId: number): Promise<boolean> {
  return (await commandLine(processId)) !== '';
}

export function rigService(log: string, port: number, start: () => ServiceProcess): RiggedService {
  const output = createWriteStream(log, { flags: 'a' });
  let running: ServiceProcess | undefined;
  return {
    async start() {
      running = start();
      running.output.pipe(output, { end: false });
      void running.complaint.then((complaint) => output.write(complaint));
      const { child } = running;
      const isReady = async () => {
        const ended = child.exitCode ?? child.signalCode;
        if (ended !== null) throw new Error(`The service has ended with ${ended} (see ${log}).`);
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
        await answer?.body?.cancel();
        return answer?.ok;
      };
      await until('the service is ready', isReady, READY_SECONDS);
    },
    async stop(signal) {
      if (!running) return null;
      const { child } = running;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
}

async function startStore(
  targets: Map<Part, string>,
  stack: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const bucket = await createTestBucket();
  stack.defer(() => bucket.remove());
  targets.set('store', bucket.config.S3_ENDPOINT ?? '');
  return bucket.variables;
}

async function startSearch(
  targets: Map<Part, string>,
  stack: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const meilisearch = await startOwnMeilisearch();
  stack.defer(() => meilisearch.remove());
  targets.set('search', meilisearch.url);
  return { MEILI_KEY: meilisearch.key };
}

export async function startProxies(
  targets: ReadonlyMap<Part, string>,
  parts: readonly Part[],
  stack: AsyncDisposableStack,
): Promise<Map<Part, FaultyProxy>> {
  const proxies = new Map<Part, FaultyProxy>();
  for (const part of parts) {
    const proxy = await startFaultyProxy(targets.get(part) ?? '');
    stack.defer(() => proxy.close());
    proxies.set(part, proxy);
  }
  return proxies;
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { commandLine, type LocalPostgres, startPostgres } from '@guidepost/local-servers';
import { until } from '@guidepost/local-servers/testing';
import type { MailServer } from '@guidepost/mail/testing';
import type { Database } from '@guidepost/postgres';
import { type FaultyProxy, type ServiceProcess, startFaultyProxy } from '@guidepost/testing';
import type { Receiver } from '@guidepost/webhooks/testing';
import type { ForumPosts } from './forum-posts.ts';
import type { Audit } from './outcomes.ts';
import type { Sent, Traffic } from './posting.ts';

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

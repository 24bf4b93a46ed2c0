import { anyFreePort } from '@guidepost/local-servers';
import { type SharedServers, startBalancer, until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import type { Environment } from '@guidepost/service-kit';
import { listenWith } from '../listening-app.ts';
import { openTestDatabase } from '../migrated-database.ts';
import { observeReads, observeRequest } from './observed.ts';
import type { InstanceContext, OpenContext, RunningInstances, TestedService } from './tested-service.ts';

/** What the contract allows another instance for hearing of a change is a second; machines that run tests are busy. */
const HEARING_SECONDS = 3;

interface Balanced<Context extends InstanceContext> {
  url: string;
  open: OpenContext<Context>;
  shared: SharedServers;
}

/**
 * Instances with contexts and ports of their own in this process, behind HAProxy: on PgBouncer, a replica and a bucket.
 * Each hears of all changes before it gets the next request.
 */
export async function startBalanced<Context extends InstanceContext>(
  { prefix, tenants, listenerOf, createBucket }: TestedService<Context>,
  { url, open, shared }: Balanced<Context>,
): Promise<RunningInstances<Context>> {
  const bucket = await createBucket();
  const database = openTestDatabase(url);
  const port = await anyFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = { ...environmentOf(prefix, url, shared), ...bucket.variables };
  const start = async (index: number) => {
    const context = open(environment, origin);
    const listener = listenerOf(context);
    const app = await listenWith((request, response) => {
      observeRequest(index);
      void hearEverything(context, database, tenants).then(() => listener(request, response));
    });
    return { context, port: Number(new URL(app.origin).port), close: app.close };
  };
  const [first, ...others] = await Promise.all(
    Array.from({ length: shared.instances }, (_, index) => start(index)),
  );
  if (!first) throw new Error('There must be an instance.');
  const instances = [first, ...others] as const;
  const ports = instances.map((instance) => instance.port);
  const balancer = await startBalancer([{ name: 'service', port, ports }], { checked: false });
  return {
    origin,
    contexts: [first.context, ...others.map(({ context }) => context)],
    async stop() {
      await balancer[Symbol.asyncDispose]();
      for (const { context, close } of instances) {
        await close();
        await observeReads(context.metrics);
        await context.close();
      }
      await closeDatabase(database);
      await bucket.remove();
    },
  };
}

function environmentOf(
  prefix: TestedService<InstanceContext>['prefix'],
  url: string,
  { poolerUrl, keepsPrepared, replicaUrl }: SharedServers,
): Environment {
  return {
    [`${prefix}_DATABASE_URL`]: sameDatabase(poolerUrl, url),
    [`${prefix}_DATABASE_LISTEN_URL`]: url,
    [`${prefix}_DATABASE_PREPARED`]: keepsPrepared ? 'on' : 'off',
    [`${prefix}_DATABASE_REPLICA_URL`]: sameDatabase(replicaUrl, url),
    [`${prefix}_FILES_STORE`]: 's3',
  };
}

/** On another server. */
function sameDatabase(server: string, url: string): string {
  const there = new URL(server);
  there.pathname = new URL(url).pathname;
  return there.href;
}

/** Waits for notifications of what is committed, and for nothing else that instances share. */
async function hearEverything(
  { revisions }: InstanceContext,
  database: Database,
  tenants: string,
): Promise<void> {
  const isCurrent = async () => {
    const rows = await database.any<{ id: number; revision: number }>('select id, revision from $1:name', [
      tenants,
    ]);
    return !revisions.listening || rows.every(({ id, revision }) => revisions.isCurrent(id, revision));
  };
  // A test may keep changes or the database from it; what it then answers is the test's affair.
  await until('the instance has heard of every change', isCurrent, HEARING_SECONDS).catch(() => {});
}

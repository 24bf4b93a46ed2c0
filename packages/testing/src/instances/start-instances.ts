import type { RequestListener } from 'node:http';
import { anyFreePort } from '@guidepost/local-servers';
import {
  createTestDatabase,
  type SharedServers,
  sameDatabaseOn,
  sharedServers,
  startBalancer,
  until,
} from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, migrate, openDatabase, type RevisionWatch } from '@guidepost/postgres';
import type { Environment, Metrics } from '@guidepost/service-kit';
import { type ListeningApp, listenWith } from '../listening-app.ts';

/** The context of a service, as far as all services have it. */
interface InstanceContext {
  revisions: RevisionWatch;
  metrics: Metrics;
  close(): Promise<void>;
}

/** A service that tests start. */
export interface TestedService<Context extends InstanceContext> {
  /** The prefix of its environment variables. */
  prefix: 'KB' | 'FORUM';
  /** The table of its tenants, with the columns `id` and `revision`. */
  tenants: string;
  listenerOf: (context: Context) => RequestListener;
  /** Makes a bucket for the files of several instances. */
  createBucket: () => Promise<{ variables: Environment; remove(): Promise<void> }>;
}

/** The context of an instance on a database, with these variables, at this origin. */
type OpenContext<Context extends InstanceContext> = (environment: Environment, origin: string) => Context;

interface RunningInstances<Context extends InstanceContext> {
  /** `http://127.0.0.1:<port>` of the instance, or of the balancer before several. */
  origin: string;
  contexts: readonly [Context, ...Context[]];
  stop(): Promise<void>;
}

/** Starts a service on a database: one instance, or several in a run of `npm run rig -- suites`. */
export function startInstances<Context extends InstanceContext>(
  service: TestedService<Context>,
  url: string,
  open: OpenContext<Context>,
): Promise<RunningInstances<Context>> {
  const shared = sharedServers();
  return shared ? startBalanced(service, { url, open, shared }) : startOne(service, url, open);
}

async function startOne<Context extends InstanceContext>(
  { prefix, listenerOf }: TestedService<Context>,
  url: string,
  open: OpenContext<Context>,
): Promise<RunningInstances<Context>> {
  let serve: RequestListener = (_, response) => response.end();
  // Listens once: supertest would start a server for each request.
  const { origin, close } = await listenWith((request, response) => serve(request, response));
  try {
    const context = open({ [`${prefix}_DATABASE_URL`]: url }, origin);
    serve = listenerOf(context);
    const stop = () => close().then(() => context.close());
    return { origin, contexts: [context], stop };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface MigratedDatabase {
  database: Database;
  close(): Promise<void>;
}

/** The requests and reads of several instances since they were last taken. */
export interface Observed {
  /** The numbers of those that got a request. */
  instances: number[];
  /** Reads of content that each server answered. */
  reads: Record<'replica' | 'primary', number>;
}

let observed = nothing();

/** Another instance may take a second to hear of a change; a machine that runs tests is busy. */
const HEARING_SECONDS = 3;

interface Balanced<Context extends InstanceContext> {
  url: string;
  open: OpenContext<Context>;
  shared: SharedServers;
}

interface ListeningInstance<Context extends InstanceContext> {
  context: Context;
  app: ListeningApp;
}

/**
 * Instances with contexts and ports of their own in this process, behind HAProxy: on PgBouncer, a replica and a bucket.
 * Each hears of all changes before it gets the next request.
 */
async function startBalanced<Context extends InstanceContext>(
  service: TestedService<Context>,
  { url, open, shared }: Balanced<Context>,
): Promise<RunningInstances<Context>> {
  const bucket = await service.createBucket();
  const database = openTestDatabase(url);
  const port = await anyFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = { ...environmentOf(service.prefix, url, shared), ...bucket.variables };
  const release = async () => {
    await closeDatabase(database);
    await bucket.remove();
  };
  const start = async (index: number) =>
    listen(service, { index, database, context: open(environment, origin) });
  // All have the same configuration, which may be wrong.
  const first = await start(0).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const others = await Promise.all(
    Array.from({ length: shared.instances - 1 }, (_, index) => start(index + 1)),
  );
  const instances = [first, ...others];
  const ports = instances.map(({ app }) => Number(new URL(app.origin).port));
  const balancer = await startBalancer([{ name: 'service', port, ports }], { checked: false });
  return {
    origin,
    contexts: [first.context, ...others.map(({ context }) => context)],
    async stop() {
      await balancer[Symbol.asyncDispose]();
      for (const instance of instances) await stop(instance);
      await release();
    },
  };
}

async function listen<Context extends InstanceContext>(
  { listenerOf, tenants }: TestedService<Context>,
  { index, database, context }: { index: number; database: Database; context: Context },
): Promise<ListeningInstance<Context>> {
  const answer = listenerOf(context);
  const app = await listenWith((request, response) => {
    observeRequest(index);
    void hearEverything(context, database, tenants).then(() => answer(request, response));
  });
  return { context, app };
}

async function stop<Context extends InstanceContext>({
  context,
  app,
}: ListeningInstance<Context>): Promise<void> {
  await app.close();
  await observeReads(context.metrics);
  await context.close();
}

function environmentOf(
  prefix: TestedService<InstanceContext>['prefix'],
  url: string,
  { poolerUrl, keepsPrepared, replicaUrl }: SharedServers,
): Environment {
  return {
    [`${prefix}_DATABASE_URL`]: sameDatabaseOn(poolerUrl, url),
    [`${prefix}_DATABASE_LISTEN_URL`]: url,
    [`${prefix}_DATABASE_PREPARED`]: keepsPrepared ? 'on' : 'off',
    [`${prefix}_DATABASE_REPLICA_URL`]: sameDatabaseOn(replicaUrl, url),
    [`${prefix}_FILES_STORE`]: 's3',
  };
}

/** Waits for notifications of commits, and for nothing else that instances share. */
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

function nothing(): Observed {
  return { instances: [], reads: { replica: 0, primary: 0 } };
}

export function takeObserved(): Observed {
  const taken = observed;
  observed = nothing();
  return taken;
}

function observeRequest(instance: number): void {
  if (!observed.instances.includes(instance)) observed.instances.push(instance);
}

async function observeReads({ registry }: Metrics): Promise<void> {
  const { values = [] } = (await registry.getSingleMetric('content_reads_total')?.get()) ?? {};
  for (const { labels, value } of values) observed.reads[labels.server as 'replica' | 'primary'] += value;
}

/** Opens a database for a test, which must close it. */
export function openTestDatabase(url: string): Database {
  return openDatabase({ url, poolSize: 5, applicationName: 'guidepost test', statementTimeout: 0 });
}

export async function migrateTestDatabase(url: string, migrations: readonly URL[]): Promise<void> {
  const database = openTestDatabase(url);
  await migrate(database, migrations);
  await closeDatabase(database);
}

/** @param template names the template: equal for equal migrations */
export async function openMigratedDatabase(
  template: string,
  migrations: readonly URL[],
): Promise<MigratedDatabase> {
  const prepare = (url: string) => migrateTestDatabase(url, migrations);
  const { url, drop } = await createTestDatabase({ template, prepare });
  const database = openTestDatabase(url);
  return {
    database,
    async close() {
      await closeDatabase(database);
      await drop();
    },
  };
}

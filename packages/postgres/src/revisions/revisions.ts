import type { Logger, Metrics } from '@guidepost/service-kit';
import type { Database, Executor } from '../connection/database.ts';
import { type Listener, listen } from '../listening/listen.ts';

/**
 * A tenant's revision counts committed changes that clients can see. Changes call `bumpRevision` in their
 * transaction, which notifies every instance of `service:tenant:revision` on commit.
 */
export interface RevisionSource {
  /** The service's name in notifications: services may share a database. */
  service: string;
  /** The tenants' table, with the columns `id` and `revision`. */
  table: string;
}

/** Where all services notify. */
const CHANNEL = 'guidepost';

// The first eight digits of the name of its current file in the write-ahead log.
const READ = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

const RAISE = `
  with raised as (
    update $<table:name> tenant
    set revision = heard.revision + 1
    from unnest($<ids>::bigint[], $<revisions>::bigint[]) as heard (id, revision)
    where tenant.id = heard.id and tenant.revision <= heard.revision
    returning tenant.id, tenant.revision
  )
  select pg_notify($<channel>, $<service> || ':' || id || ':' || revision) from raised`;

export interface RevisionWatch {
  /** Whether this is the latest known revision; false while notifications could be missed. */
  isCurrent(tenantId: number, revision: number): boolean;
  /** Records a revision that this instance has just committed, ahead of its notification. */
  note(tenantId: number, revision: number): void;
  /** Reads the revision that a change by this instance has just committed. Never fails: a notification follows. */
  catchUp(tenantId: number): Promise<void>;
  /** Whether notifications arrive; otherwise nothing should be cached. */
  readonly listening: boolean;
  /** Finds out now whether notifications arrive, since other connections to the database were lost. */
  check(): void;
  stop(): Promise<void>;
}

interface TenantRevision {
  id: number;
  revision: number;
}

const CHECK_INTERVAL = 30_000;

/** Raises the revision and notifies at commit. Call it last: the row stays locked until then. */
export async function bumpRevision(
  executor: Executor,
  source: RevisionSource,
  tenantId: number,
): Promise<number> {
  const { revision } = await executor.one<{ revision: number }>(
    `with bumped as (
       update $<table:name> set revision = revision + 1 where id = $<tenantId> returning id, revision
     )
     select revision, pg_notify($<channel>, $<service> || ':' || id || ':' || revision) from bumped`,
    { ...source, tenantId, channel: CHANNEL },
  );
  return revision;
}

/**
 * Tracks every tenant's latest revision by notification, and by polling every 30 seconds. After a failover, revisions
 * continue above those that were heard before, so that none of them stands for two contents.
 */
export function watchRevisions(
  database: Database,
  source: RevisionSource,
  onChange?: (listening: boolean, error?: unknown) => void,
): RevisionWatch {
  let latest = new Map<number, number>();
  let timeline: string | undefined;

  function note(tenantId: number, revision: number): void {
    latest.set(tenantId, Math.max(revision, latest.get(tenantId) ?? 0));
  }

  async function catchUp(tenantId: number): Promise<void> {
    const read = database.oneOrNone<TenantRevision>('select id, revision from $1:name where id = $2', [
      source.table,
      tenantId,
    ]);
    const found = await read.catch(() => null);
    if (found) note(found.id, found.revision);
  }

  const listener: Listener = listen({
    database,
    channel: CHANNEL,
    interval: CHECK_INTERVAL,
    onChange,
    onNotification(payload) {
      const [service, tenant, revision] = payload.split(':');
      if (service !== source.service) return;
      note(Number(tenant), Number(revision));
    },
    async resynchronize(connection) {
      const before = new Map(latest);
      const present = await readTimeline(connection);
      if (timeline !== undefined && present !== timeline) await outrun(connection, source, latest);
      timeline = present;
      const rows = await connection.any<TenantRevision>('select id, revision from $1:name', [source.table]);
      latest = reconcile(rows, before, latest);
    },
  });

  return {
    isCurrent: (tenantId, revision) => listener.connected && latest.get(tenantId) === revision,
    get listening() {
      return listener.connected;
    },
    note,
    catchUp,
    check: () => listener.check(),
    stop: () => listener.stop(),
  };
}

/** The database prevails (a backup may restore lower revisions), except over revisions notified during the query. */
function reconcile(
  rows: TenantRevision[],
  before: Map<number, number>,
  now: Map<number, number>,
): Map<number, number> {
  const result = new Map(rows.map(({ id, revision }) => [id, revision]));
  for (const [id, revision] of now) {
    if (before.get(id) !== revision) result.set(id, Math.max(revision, result.get(id) ?? 0));
  }
  return result;
}

/** Logs when an instance stops and resumes listening, for `watchRevisions`. */
export function logListening(logger: Logger): (listening: boolean, error?: unknown) => void {
  return (listening, error) => {
    if (listening) logger.info('listening for changes by other instances');
    else
      logger.warn(
        { err: error },
        'not listening for changes; everything is read from the database meanwhile',
      );
  };
}

export function measureListening({ addGauge }: Pick<Metrics, 'addGauge'>, watch: RevisionWatch): void {
  addGauge({
    name: 'database_listening',
    help: 'Whether changes by other instances are heard (1); without that (0) nothing is cached',
    read: () => [{ labels: {}, value: Number(watch.listening) }],
  });
}

/**
 * The server's history: another one after a replica was promoted, or a backup restored to a point in time. Empty where
 * it may not be read, as on some managed servers.
 */
async function readTimeline(executor: Executor): Promise<string> {
  const found = await executor.oneOrNone<{ timeline: string }>(READ).catch(() => null);
  return found?.timeline ?? '';
}

/** Raises the revisions that are not above those that were heard. */
async function outrun(
  executor: Executor,
  { service, table }: RevisionSource,
  heard: ReadonlyMap<number, number>,
): Promise<void> {
  await executor.any(RAISE, {
    table,
    service,
    channel: CHANNEL,
    ids: [...heard.keys()],
    revisions: [...heard.values()],
  });
}

export interface TenantDirectory<Tenant> {
  find(name: string): Promise<Tenant | undefined>;
  /**
   * Records a change to a tenant's content, such as a post, that left the tenant itself unchanged. Without another
   * change in between, the cached tenant stays valid.
   */
  advance(name: string, revision: number): void;
}

/**
 * Caches tenants while their revision is the latest known to this instance; while not listening, every request asks the
 * database. Unknown names are not cached, so they cannot fill the memory.
 * @param read asks the database, unless no tenant can have that name
 */
export function createTenantDirectory<Tenant extends { id: number; revision: number }>(
  read: (name: string) => Promise<Tenant | undefined>,
  revisions: Pick<RevisionWatch, 'isCurrent'>,
): TenantDirectory<Tenant> {
  const byName = new Map<string, Tenant>();

  return {
    async find(name) {
      const kept = byName.get(name);
      if (kept && revisions.isCurrent(kept.id, kept.revision)) return kept;
      byName.delete(name);
      const found = await read(name);
      if (found) byName.set(name, found);
      return found;
    },
    advance(name, revision) {
      const kept = byName.get(name);
      if (kept?.revision === revision - 1) kept.revision = revision;
    },
  };
}

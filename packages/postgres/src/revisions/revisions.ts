import type { Logger } from '@guidepost/service-kit';
import type { Database, Executor } from '../connection/database.ts';
import { type Listener, listen } from '../listening/listen.ts';

/**
 * A tenant's revision counts the committed changes to what clients see. Whoever changes something calls
 * {@link bumpRevision} in the same transaction; every instance hears `service:tenant:revision` on commit.
 */
export interface RevisionSource {
  /** Names the service in notifications: services may share a database. */
  service: string;
  /** The tenants' table; it has the columns `id` and `revision`. */
  table: string;
}

export interface RevisionWatch {
  /**
   * Whether what was read at this revision is still the latest that this instance knows of. Never true
   * while notifications could be missed, so that nothing is served from memory then.
   */
  isCurrent(tenantId: number, revision: number): boolean;
  /** To be told of a change that this instance has committed: it is not to wait until it hears of it. */
  note(tenantId: number, revision: number): void;
  /** Whether notifications arrive; while they do not, nothing read is worth keeping. */
  readonly listening: boolean;
  stop(): Promise<void>;
}

interface TenantRevision {
  id: number;
  revision: number;
}

const CHANNEL = 'guidepost';
const CHECK_INTERVAL = 30_000;

/** Raises the tenant's revision and notifies once, at commit. The row stays locked until then: call it last. */
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

/** Keeps the latest revision of every tenant in memory, by notification and by comparing every 30 seconds. */
export function watchRevisions(
  database: Database,
  source: RevisionSource,
  onChange?: (listening: boolean, error?: unknown) => void,
): RevisionWatch {
  let latest = new Map<number, number>();

  function note(tenantId: number, revision: number): void {
    latest.set(tenantId, Math.max(revision, latest.get(tenantId) ?? 0));
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
    stop: () => listener.stop(),
  };
}

/**
 * What the database says wins, lower revisions (a restored backup) and missing tenants included; only what was
 * notified while the query ran may be newer than its answer.
 */
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

/** Tells the log whether an instance hears of changes, for `watchRevisions`. */
export function logListening(logger: Logger): (listening: boolean, error?: unknown) => void {
  return (listening, error) => {
    if (listening) logger.info('listening for changes of other instances');
    else
      logger.warn(
        { err: error },
        'not hearing of changes; everything is read from the database until that is mended',
      );
  };
}

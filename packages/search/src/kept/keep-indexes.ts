import { type Database, type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Worker } from '@guidepost/service-kit';
import { ANALYSIS } from '../analysis/analyzer.ts';
import { findRevision, LONGEST_DELAY, type ResidentIndexes } from '../embedded/resident-indexes.ts';
import { untilAborted } from '../port.ts';
import { writeKept } from './kept-index.ts';
import { FORMAT } from './kept-parts.ts';

/** Reading fewer documents from their rows takes less than a second. */
const MANY_DOCUMENTS = 5_000;

/** Milliseconds between two looks: writing an index of 100,000 documents takes some seconds. */
const PAUSE = 600_000;

/** Milliseconds for an index of the largest forums. */
const LONGEST_WRITING = 120_000;

/** Arbitrary; one instance keeps an index at a time. */
const LOCK_KEY = 7_305_801_263;

const listLargeTenants = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Tenants with at least $1 documents, the largest first.
  select t.tenant_id as id, t.revision
  from search_tenants t
  where t.visible >= $1
  order by t.visible desc, t.tenant_id
`;
const findDue = sql`
  -- Whether the index of tenant $1 is to be written: there is none that can be used in format $2 of analysis $3, or
  -- more than a tenth of its documents have changed, which take longer to read than the rest. After a day one change is
  -- enough, so that no words are kept much longer than in their documents. Not within ten minutes of the last time.
  select coalesce(
    k.written_at < now() - interval '10 minutes' and (
      k.format <> $2 or k.analysis <> $3 or k.lineage <> t.lineage or k.revision > t.revision or k.revision < t.forgotten
      or (select count(*) from search_kept_parts p where p.tenant_id = $1) <> k.parts
      or (
        select count(*)
        from (
          select
          from search_documents d
          where d.tenant_id = $1 and d.revision > k.revision
          limit case when k.written_at < now() - interval '1 day' then 1 else k.documents / 10 + 1 end
        ) changed
      ) >= case when k.written_at < now() - interval '1 day' then 1 else k.documents / 10 + 1 end
    ),
    true
  ) as "isDue"
  from search_tenants t
  left join search_kept_indexes k on k.tenant_id = t.tenant_id
  where t.tenant_id = $1
`;
const tryToKeep = sql`
  select pg_try_advisory_xact_lock($1) as locked
`;
const waitToKeep = sql`
  select pg_advisory_xact_lock($1)
`;
const waitLong = sql`
  -- Milliseconds: writing a large index takes longer than a statement of a request may.
  select set_config('statement_timeout', $1, true)
`;
const removeChanged = sql`
  -- Across tenants: what is erased may be in any index.
  delete from search_kept_indexes k
  where exists (select from search_documents d where d.tenant_id = k.tenant_id and d.revision > k.revision)
`;
const removeOutdated = sql`
  -- Across tenants: a worker cleans up.
  -- Kept indexes with words that documents have not had for two days, since no instance has the index in memory; and
  -- those of tenants that are gone, or came again from another database.
  delete from search_kept_indexes k
  using search_kept_indexes o
  left join search_tenants t on t.tenant_id = o.tenant_id and t.lineage = o.lineage
  where o.tenant_id = k.tenant_id and (
    t.tenant_id is null
    or k.revision < t.forgotten
    or k.written_at < now() - interval '2 days' and exists (
      select from search_documents d where d.tenant_id = k.tenant_id and d.revision > k.revision
    )
  )
`;

interface KeepingOptions {
  database: Database;
  indexes: ResidentIndexes;
  signal: AbortSignal;
}

/** Writes the large indexes of this process that are due, unless another instance does. @returns of which tenants */
export async function keepIndexes({ database, indexes, signal }: KeepingOptions): Promise<number[]> {
  const kept: number[] = [];
  for (const tenantId of indexes.large(MANY_DOCUMENTS)) {
    signal.throwIfAborted();
    if (!(await isDue(database, tenantId))) continue;
    const { revision } = await database.one<{ revision: number }>(findRevision([tenantId]));
    const current = await untilAborted(indexes.at(tenantId, revision, LONGEST_DELAY), signal);
    // Another index is being read in place of one that may still have removed documents.
    if (current.revision < revision || current.missesRemovals) continue;
    const bytes = await database.tx('keep-search-index', async (transaction) => {
      const { locked } = await transaction.one<{ locked: boolean }>(tryToKeep([LOCK_KEY]));
      // Another instance may have written it meanwhile.
      if (!locked || !(await isDue(transaction, tenantId))) return undefined;
      return writeKept(transaction, { tenantId, ...current }, { signal });
    });
    if (bytes !== undefined) kept.push(tenantId);
  }
  return kept;
}

async function isDue(executor: Executor, tenantId: number): Promise<boolean> {
  const due = await executor.oneOrNone<{ isDue: boolean }>(findDue([tenantId, FORMAT, ANALYSIS]));
  return due?.isDue === true;
}

/** Deletes kept indexes with words that documents no longer have, also one that is being written. */
export async function purgeKept(database: Database): Promise<void> {
  await database.tx('purge-kept-indexes', async (transaction) => {
    await transaction.any(waitLong([String(LONGEST_WRITING)]));
    await transaction.any(waitToKeep([LOCK_KEY]));
    await transaction.none(removeChanged([]));
  });
}

/** Deletes kept indexes that would give away what documents said days ago. */
export async function removeOutdatedKept(database: Database): Promise<void> {
  await database.none(removeOutdated([]));
}

interface ReadingOptions extends KeepingOptions {
  /** Bytes for all indexes together. */
  memory: number;
}

export interface LargeIndexesOptions extends Omit<ReadingOptions, 'signal'> {
  /** False while an engine searches. */
  areNeeded?: (() => Promise<boolean>) | undefined;
  onFailure: (error: unknown) => void;
}

/**
 * Reads the indexes of large tenants after a start, so that few searches have to wait for them, and keeps them as they
 * change.
 */
export function createLargeIndexes(options: LargeIndexesOptions): Worker {
  const { indexes, areNeeded = async () => true, onFailure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const worker = createBackgroundWork({
    async work() {
      if (!(await areNeeded())) {
        indexes.clear();
        return false;
      }
      await readLargest({ ...options, signal }).catch((error) => signal.aborted || onFailure(error));
      await keepIndexes({ ...options, signal });
      return false;
    },
    pause: PAUSE,
    longestPause: PAUSE,
    onFailure: (error) => signal.aborted || onFailure(error),
    onRecovery: () => {},
  });
  return {
    start: worker.start,
    async stop() {
      indexes.stop();
      stopping.abort();
      await worker.stop();
    },
  };
}

/** Reads the indexes of large tenants, the largest first, as long as they fit into the memory together. */
export async function readLargest({ database, indexes, memory, signal }: ReadingOptions): Promise<void> {
  const tenants = await database.any<{ id: number; revision: number }>(listLargeTenants([MANY_DOCUMENTS]));
  for (const { id, revision } of tenants) {
    signal.throwIfAborted();
    if (indexes.has(id) || indexes.bytes + (await indexes.bytesFor(id)) > memory) continue;
    // It reports its failures; the next tenant's may be read all the same.
    await untilAborted(indexes.find(id, revision, LONGEST_DELAY), signal).catch(() => {});
  }
}

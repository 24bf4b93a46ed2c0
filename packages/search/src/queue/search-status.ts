import { type Database, sql } from '@guidepost/postgres';
import { type Metrics, readTogether } from '@guidepost/service-kit';
import { type SearchEngine, withTimeout } from '../port.ts';
import type { Embedder } from '../vectors/embeddings-client.ts';

export interface SearchStatus {
  tenant_id: number;
  documents: number;
  /** Documents with vectors of their present text. */
  embedded: number;
  /** Changes that the local index has yet to process. */
  waiting: number;
  oldest: number | null;
  /** Rejected documents with the reason; `index` is an engine's index, or null for the local one. */
  set_aside: { id: number; index: string | null; reason: string }[];
}

export interface IndexStatus {
  name: string;
  /** Whether it has been filled; until then the service answers itself. */
  ready: boolean;
  waiting: number;
  oldest: number | null;
  set_aside: number;
  /** Seconds since an instance last fed it; up to a minute is normal. */
  unused: number;
}

export interface EngineStatus {
  name: string;
  answers: boolean;
  reason: string | null;
}

export interface EmbedderStatus {
  model: string;
  answers: boolean;
  reason: string | null;
}

const listStatus = sql.file(new URL('./sql/search-status.sql', import.meta.url));
const countWaiting = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- For the index in the database and each engine index: pending changes, the age of the oldest (seconds), and
  -- documents that were set aside.
  select 'postgresql' as index,
    count(*) filter (where set_aside is null) as waiting,
    coalesce(extract(epoch from now() - min(queued_at) filter (where set_aside is null)), 0)::float8 as oldest,
    count(*) filter (where set_aside is not null) as set_aside
  from search_queue
  union all
  select i.name,
    count(b.change) filter (where b.set_aside is null),
    coalesce(extract(epoch from now() - min(b.queued_at) filter (where b.set_aside is null)), 0)::float8,
    count(b.change) filter (where b.set_aside is not null)
  from search_indexes i
  left join search_backlog b on b.index_id = i.id
  group by i.name
`;
const readTenantQueue = sql`
  -- Documents of tenant $1 that changed and are not in an index yet, the first of these changes, and documents that an
  -- index rejected. An index that no instance feeds any more counts for nothing.
  select count(distinct q.document_id) filter (where q.set_aside is null) as waiting,
    min(q.queued_at) filter (where q.set_aside is null) as oldest,
    count(distinct q.document_id) filter (where q.set_aside is not null) as rejected
  from (
    select document_id, queued_at, set_aside
    from search_queue
    where tenant_id = $1
    union all
    select b.document_id, b.queued_at, b.set_aside
    from search_indexes i
    join search_backlog b on b.index_id = i.id and b.tenant_id = $1
    where i.last_used > now() - interval '10 minutes'
  ) q
`;
const listIndexes = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Each engine index: readiness, backlog and its age (seconds), rejected documents, and seconds since it was last fed.
  select i.name, i.ready,
    coalesce(b.waiting, 0) as waiting,
    b.oldest,
    coalesce(b.set_aside, 0) as set_aside,
    extract(epoch from now() - i.last_used)::float8 as unused
  from search_indexes i
  left join (
    select index_id,
      count(*) filter (where set_aside is null) as waiting,
      extract(epoch from now() - min(queued_at) filter (where set_aside is null))::float8 as oldest,
      count(*) filter (where set_aside is not null) as set_aside
    from search_backlog
    group by index_id
  ) b on b.index_id = i.id
  order by i.id
`;

/** @param tenantId all tenants by default */
export function searchStatus(database: Database, tenantId?: number): Promise<SearchStatus[]> {
  return database.any<SearchStatus>(listStatus([tenantId ?? null]));
}

export function indexStatus(database: Database): Promise<IndexStatus[]> {
  return database.any<IndexStatus>(listIndexes([]));
}

/** Checks whether an engine answers. */
export async function engineStatus({ name, index }: SearchEngine): Promise<EngineStatus> {
  try {
    await withTimeout(index(`guidepost-${name}`).position);
    return { name, answers: true, reason: null };
  } catch (error) {
    return { name, answers: false, reason: reasonOf(error) };
  }
}

/** Checks whether an embeddings server makes vectors. */
export async function embedderStatus({ model, embed }: Embedder): Promise<EmbedderStatus> {
  try {
    await withTimeout((signal) => embed(['Guidepost'], signal));
    return { model, answers: true, reason: null };
  } catch (error) {
    return { model, answers: false, reason: reasonOf(error) };
  }
}

/** The documents of a tenant that some index does not have yet. */
export interface TenantQueue {
  waiting: number;
  oldest: Date | null;
  rejected: number;
}

export function tenantQueue(database: Database, tenantId: number): Promise<TenantQueue> {
  return database.one<TenantQueue>(readTenantQueue([tenantId]));
}

interface WaitingChanges {
  index: string;
  waiting: number;
  oldest: number;
  set_aside: number;
}

/** Pending changes by index for `/metrics`, across all instances. */
export function measureSearchQueue({ addGauge }: Pick<Metrics, 'addGauge'>, database: Database): void {
  const list = readTogether(() => database.any<WaitingChanges>(countWaiting([])));
  const gauges = [
    ['search_changes_waiting', 'waiting', 'Changes pending for a search index, the same for all instances'],
    [
      'search_changes_oldest_seconds',
      'oldest',
      'Age of the oldest change that is pending for a search index',
    ],
    ['search_changes_set_aside', 'set_aside', 'Documents that a search index rejected'],
  ] as const;
  for (const [name, column, help] of gauges) {
    addGauge({
      name,
      help,
      labelNames: ['index'],
      read: async () => (await list()).map((row) => ({ labels: { index: row.index }, value: row[column] })),
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { type Database, preparedStatement } from '@guidepost/postgres';
import { type Metrics, readTogether } from '@guidepost/service-kit';
import type { SearchEngine } from '../port/search-engine.ts';
import type { Embedder } from '../vectors/embeddings-client.ts';
import { withTimeout } from './timeout.ts';

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

const listStatus = preparedStatement(new URL('./sql/search-status.sql', import.meta.url));
const countWaiting = preparedStatement(new URL('./sql/waiting-changes.sql', import.meta.url));
const readTenantQueue = preparedStatement(new URL('./sql/tenant-queue.sql', import.meta.url));
const listIndexes = preparedStatement(new URL('./sql/index-status.sql', import.meta.url));

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

/** What of a tenant is not searchable yet, in any index. */
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

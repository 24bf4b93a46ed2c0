import { type Database, preparedStatement } from '@guidepost/postgres';
import type { GaugeOptions } from '@guidepost/service-kit';
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

/** Pending changes by index for `/metrics`, across all instances. */
export function waitingChanges(database: Database): GaugeOptions {
  return {
    name: 'search_changes_waiting',
    help: 'Changes pending for a search index, the same for all instances',
    label: 'index',
    read: () => database.any(countWaiting([])),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { type Database, preparedStatement } from '@guidepost/postgres';
import type { GaugeOptions } from '@guidepost/service-kit';
import type { SearchEngine } from '../port/search-engine.ts';
import { withTimeout } from './timeout.ts';

/** How far search is with one tenant. */
export interface SearchStatus {
  tenant_id: number;
  /** That everybody can find. */
  documents: number;
  /** Changes that the database's own index has not heard of yet. */
  waiting: number;
  /** For how many seconds the oldest of them has waited. */
  oldest: number | null;
  /** What an index does not take, and why: the database's own, or an engine's by its name. */
  set_aside: { id: number; index: string | null; reason: string }[];
}

/** How far an index in an engine is. */
export interface IndexStatus {
  name: string;
  /** Whether it was ever filled; else PostgreSQL answers. */
  ready: boolean;
  /** Changes that it has not heard of yet. */
  waiting: number;
  /** For how many seconds the oldest of them has waited. */
  oldest: number | null;
  /** How many documents it does not take. */
  set_aside: number;
  /** For how many seconds no instance has been there to feed it; up to a minute is usual. */
  unused: number;
}

/** Whether an engine is there. */
export interface EngineStatus {
  name: string;
  answers: boolean;
  /** Why it is not. */
  reason: string | null;
}

const listStatus = preparedStatement(new URL('./sql/search-status.sql', import.meta.url));
const countWaiting = preparedStatement(new URL('./sql/waiting-changes.sql', import.meta.url));
const listIndexes = preparedStatement(new URL('./sql/index-status.sql', import.meta.url));

/** @param tenantId all tenants without it */
export function searchStatus(database: Database, tenantId?: number): Promise<SearchStatus[]> {
  return database.any<SearchStatus>(listStatus([tenantId ?? null]));
}

export function indexStatus(database: Database): Promise<IndexStatus[]> {
  return database.any<IndexStatus>(listIndexes([]));
}

/** Asks an engine for anything at all. */
export async function engineStatus({ name, index }: SearchEngine): Promise<EngineStatus> {
  try {
    await withTimeout(index(`guidepost-${name}`).position);
    return { name, answers: true, reason: null };
  } catch (error) {
    return { name, answers: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** For `/metrics`: how many changes each index has not heard of, for all instances together. */
export function waitingChanges(database: Database): GaugeOptions {
  return {
    name: 'search_changes_waiting',
    help: 'Changes that a search index has not heard of yet, the same for all instances',
    label: 'index',
    read: () => database.any(countWaiting([])),
  };
}

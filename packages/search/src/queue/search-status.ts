import { type Database, preparedStatement } from '@guidepost/postgres';

/** How far search is with one tenant. */
export interface SearchStatus {
  tenant_id: number;
  /** That everybody can find. */
  documents: number;
  /** Changes that the index has not heard of yet. */
  waiting: number;
  /** For how many seconds the oldest of them has waited. */
  oldest: number | null;
  /** What the engine does not take, and why. */
  set_aside: { id: number; reason: string }[];
}

const listStatus = preparedStatement(new URL('./sql/search-status.sql', import.meta.url));

/** @param tenantId all tenants without it */
export function searchStatus(database: Database, tenantId?: number): Promise<SearchStatus[]> {
  return database.any<SearchStatus>(listStatus([tenantId ?? null]));
}

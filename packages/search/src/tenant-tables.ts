import type { TenantTable } from '@guidepost/postgres';

/** A tenant's index in the database. @param rows the condition by which rows `t` belong to the tenant `$1` */
export function searchTables(rows: string): Readonly<Record<string, TenantTable>> {
  return {
    search_synonyms: { rows },
    search_tenants: { rows, removedByWorker: true },
    search_documents: { rows, removedByWorker: true },
    search_vectors: { rows, removedByWorker: true },
  };
}

/** Tables that do not move with a tenant, with the reason. */
export const SEARCH_TABLES_LEFT: Readonly<Record<string, string>> = {
  search_queue: 'Everything is queued again in the other database, also for an engine that it may have.',
  search_backlog: 'What an engine has to take is queued again in the other database.',
  search_indexes: 'They are those of an engine, which each database has for itself.',
};

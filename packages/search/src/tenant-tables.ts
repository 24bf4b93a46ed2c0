import type { TenantTable } from '@guidepost/postgres';

/**
 * A tenant's index in the database. A service names these tables first: deleting rows of others queues documents, which
 * are deleted last.
 * @param ids a query for the tenants of search, for the tenant `$1`; by default itself
 */
export function searchTables(ids?: string): Readonly<Record<string, TenantTable>> {
  const own: TenantTable = { column: 'tenant_id', ...(ids && { ids }) };
  return {
    search_synonyms: own,
    search_documents: { ...own, removedByWorker: true },
    search_words: { ...own, removedByWorker: true },
    search_vectors: { ...own, removedByWorker: true },
    // Workers of the target look for what these tables have.
    search_tenants: {
      ...own,
      removedByWorker: true,
      withSwitch: true,
      // An index that was kept here before is of no use if the tenant comes back.
      rewritten: { lineage: 'gen_random_uuid()' },
    },
    search_queue: { ...own, removedByWorker: true, withSwitch: true },
  };
}

/** Tables that do not move with a tenant, with the reason. */
export const SEARCH_TABLES_LEFT: Readonly<Record<string, string>> = {
  search_kept_indexes: 'A service of the other database makes the index from documents, and keeps it there.',
  search_kept_parts: 'They are those of kept indexes.',
  search_backlog: 'Everything is queued again in the other database, also for an engine that it may have.',
  search_indexes: 'They are those of an engine, which each database has for itself.',
};

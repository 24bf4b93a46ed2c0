import type { Database } from '@guidepost/postgres';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchIndex } from '../port.ts';
import { createRowsSearch } from '../rows/search-rows.ts';

/** The index of the database, searched where it is. */
export function createSearchInRows(database: Database): SearchIndex {
  const { prepare, put, remove } = createEmbeddedSearch(database);
  const rows = createRowsSearch(database);
  return {
    prepare,
    put,
    remove,
    async search(request) {
      const { revision } = await database.one('select search_revision($1) as revision', [request.tenant.id]);
      return rows.page(await rows.open(request, revision), request);
    },
  };
}

/** Documents as they were before there were counts of words. */
export async function forgetCounts(database: Database): Promise<void> {
  await database.none(`
    delete from search_words;
    update search_documents set keys = null;
    update search_tenants set revision = revision + 1, visible = 0, visible_words = 0, memory = 0, words = 0`);
}

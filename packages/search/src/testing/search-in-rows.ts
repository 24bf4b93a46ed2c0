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

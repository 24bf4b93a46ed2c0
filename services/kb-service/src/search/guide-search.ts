import { type Database, preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Searcher } from '@guidepost/search';

const listRemovals = preparedStatement(new URL('./sql/list-removals.sql', import.meta.url));

/** Finds guides; what was unpublished a moment ago is neither found nor counted. */
export function createGuideSearch(database: Database, poolSize: number): Searcher {
  return createSearcher({
    database,
    poolSize,
    async findGone({ tenant }) {
      const { ids } = await database.one<{ ids: number[] }>(listRemovals([tenant.id]));
      return ids;
    },
  });
}

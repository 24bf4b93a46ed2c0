import { type Database, preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Searcher } from '@guidepost/search';

const listGone = preparedStatement(new URL('./sql/list-gone.sql', import.meta.url));

/** Finds dialogs; what was archived or deleted a moment ago is neither found nor counted. */
export function createDialogSearch(database: Database, poolSize: number): Searcher {
  return createSearcher({
    database,
    poolSize,
    async findGone({ tenant, hiddenToo = false }) {
      const { ids } = await database.one<{ ids: number[] }>(listGone([tenant.id, hiddenToo]));
      return ids;
    },
  });
}

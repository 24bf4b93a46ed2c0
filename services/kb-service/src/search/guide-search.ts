import { preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Outset, type Searcher, type SearcherOptions } from '@guidepost/search';

const listRemovals = preparedStatement(new URL('./sql/list-removals.sql', import.meta.url));

/** Finds guides; what was unpublished a moment ago is neither found nor counted. */
export function createGuideSearch(options: Omit<SearcherOptions, 'findOutset'>): Searcher {
  return createSearcher({
    ...options,
    findOutset: ({ tenant }, settings) => options.database.one<Outset>(listRemovals([tenant.id, settings])),
  });
}

import { preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Searcher, type SearcherOptions, type SearchSnapshot } from '@guidepost/search';

const findSnapshot = preparedStatement(new URL('./sql/find-search-snapshot.sql', import.meta.url));

/** Finds guides; what was unpublished a moment ago is neither found nor counted. */
export function createGuideSearch(options: Omit<SearcherOptions, 'findSnapshot'>): Searcher {
  return createSearcher({
    ...options,
    findSnapshot: ({ tenant }, { settings, beginning }) =>
      options.database.one<SearchSnapshot>(findSnapshot([tenant.id, settings, beginning])),
  });
}

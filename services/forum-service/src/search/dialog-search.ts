import { preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Searcher, type SearcherOptions, type SearchSnapshot } from '@guidepost/search';

const findSnapshot = preparedStatement(new URL('./sql/find-search-snapshot.sql', import.meta.url));

/** Finds dialogs; what was archived or deleted a moment ago is neither found nor counted. */
export function createDialogSearch(options: Omit<SearcherOptions, 'findSnapshot'>): Searcher {
  return createSearcher({
    ...options,
    findSnapshot: ({ tenant, hiddenToo = false }, { settings, beginning }) =>
      options.database.one<SearchSnapshot>(findSnapshot([tenant.id, settings, beginning, hiddenToo])),
  });
}

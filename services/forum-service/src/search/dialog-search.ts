import { preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Searcher, type SearcherOptions, type SearchSnapshot } from '@guidepost/search';

const findSnapshot = preparedStatement(new URL('./sql/find-search-snapshot.sql', import.meta.url));

/** Finds dialogs; excludes those archived or deleted since they were indexed. */
export function createDialogSearch(options: Omit<SearcherOptions, 'findSnapshot'>): Searcher {
  return createSearcher({
    ...options,
    findSnapshot: ({ tenant, hiddenToo = false }, settings) =>
      options.database.one<SearchSnapshot>(findSnapshot([tenant.id, settings, hiddenToo])),
  });
}

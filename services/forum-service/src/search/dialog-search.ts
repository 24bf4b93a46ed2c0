import { preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Outset, type Searcher, type SearcherOptions } from '@guidepost/search';

const findOutset = preparedStatement(new URL('./sql/find-outset.sql', import.meta.url));

/** Finds dialogs; what was archived or deleted a moment ago is neither found nor counted. */
export function createDialogSearch(options: Omit<SearcherOptions, 'findOutset'>): Searcher {
  return createSearcher({
    ...options,
    findOutset: ({ tenant, hiddenToo = false }, { settings, beginning }) =>
      options.database.one<Outset>(findOutset([tenant.id, settings, beginning, hiddenToo])),
  });
}

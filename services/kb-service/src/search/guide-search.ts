import { preparedStatement } from '@guidepost/postgres';
import { createSearcher, type Outset, type Searcher, type SearcherOptions } from '@guidepost/search';

const findOutset = preparedStatement(new URL('./sql/find-outset.sql', import.meta.url));

/** Finds guides; what was unpublished a moment ago is neither found nor counted. */
export function createGuideSearch(options: Omit<SearcherOptions, 'findOutset'>): Searcher {
  return createSearcher({
    ...options,
    findOutset: ({ tenant }, { settings, beginning }) =>
      options.database.one<Outset>(findOutset([tenant.id, settings, beginning])),
  });
}

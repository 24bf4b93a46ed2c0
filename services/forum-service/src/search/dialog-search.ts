import { sql } from '@guidepost/postgres';
import { createSearcher, type Searcher, type SearcherOptions, type SearchSnapshot } from '@guidepost/search';

export const findSnapshot = sql`
  -- The revision of the search index, whether an engine's index for settings $2 can answer, and dialogs that they may still
  -- find although deleted or, unless $3, archived. Looks up each queued dialog by id, so the time depends on the queue, not
  -- on the forum.
  select search_revision($1) as revision, s.state, s.index_name,
    array(
      select w.document_id
      from search_waiting($1, s.index_id) w
      where coalesce(
        (select d.archived and not $3 from dialogs d where d.forum_id = $1 and d.id = w.document_id),
        true
      )
    ) as gone
  from search_index_state($2) s
`;

/** Finds dialogs; excludes those archived or deleted since they were indexed. */
export function createDialogSearch(options: Omit<SearcherOptions, 'findSnapshot'>): Searcher {
  return createSearcher({
    ...options,
    findSnapshot: ({ tenant, hiddenToo = false }, settings) =>
      options.database.one<SearchSnapshot>(findSnapshot([tenant.id, settings, hiddenToo])),
  });
}

-- The revision of the search index, whether an engine's index with the settings $2 can answer, and the indexed guides
-- that are no longer published. Looks up waiting guides by ID, so that the time depends only on the length of the queue.
select search_revision($1) as revision, s.state, s.index_name,
  array(
    select w.document_id
    from search_waiting($1, s.index_id) w
    where coalesce(
      (select not g.published from guides g where g.knowledge_base_id = $1 and g.id = w.document_id),
      true
    )
  ) as gone
from search_index_state($2) s

-- Whether an engine's index with the settings $2 can answer, the indexed guides that are no longer published, and
-- completions of the prefix $3. Looks up waiting guides by ID, so that the time depends only on the length of the
-- queue.
select s.state, s.index_name,
  array(
    select w.document_id
    from search_waiting($1, s.index_id) w
    where coalesce(
      (select not g.published from guides g where g.knowledge_base_id = $1 and g.id = w.document_id),
      true
    )
  ) as gone,
  array(select c.form from search_completions($1, $3) c) as completions
from search_index_state($2) s

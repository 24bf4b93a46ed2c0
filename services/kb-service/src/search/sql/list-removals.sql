-- Whether a search engine's index of the settings $2 can answer, and the guides that it or PostgreSQL's may still find
-- although clients may not see them any more. Each one that waits is looked up by its id, so that this takes as long as
-- the queue is, and never as long as reading the knowledge base.
select s.state, s.index_name, array(
  select w.document_id
  from search_waiting($1, s.index_id) w
  where coalesce(
    (select not g.published from guides g where g.knowledge_base_id = $1 and g.id = w.document_id),
    true
  )
) as gone
from search_index_state($2) s

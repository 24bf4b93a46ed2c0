-- Whether a search engine's index of the settings $2 can answer, the guides that it or PostgreSQL's may still find although
-- clients may not see them any more, and what a word may become that begins with $3. Each guide that waits is looked up by its
-- id, so that this takes as long as the queue is, and never as long as reading the knowledge base.
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

-- Whether a search engine's index of the settings $2 can answer, and the dialogs that it or PostgreSQL's may still find
-- although they are gone or, unless $3, archived. Each one that waits is looked up by its id, so that this takes as long
-- as the queue is, and never as long as reading the forum.
select s.state, s.index_name, array(
  select w.document_id
  from search_waiting($1, s.index_id) w
  where coalesce(
    (select d.archived and not $3 from dialogs d where d.forum_id = $1 and d.id = w.document_id),
    true
  )
) as gone
from search_index_state($2) s

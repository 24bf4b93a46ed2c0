-- Whether a search engine's index of the settings $2 can answer, the dialogs that it or PostgreSQL's may still find although
-- they are gone or, unless $4, archived, and what a word may become that begins with $3. Each dialog that waits is looked up
-- by its id, so that this takes as long as the queue is, and never as long as reading the forum.
select s.state, s.index_name,
  array(
    select w.document_id
    from search_waiting($1, s.index_id) w
    where coalesce(
      (select d.archived and not $4 from dialogs d where d.forum_id = $1 and d.id = w.document_id),
      true
    )
  ) as gone,
  array(select c.form from search_completions($1, $3) c) as completions
from search_index_state($2) s

-- Whether the index for settings $2 can answer; dialogs that it may still find although deleted or, unless $4, archived;
-- and completions of the prefix $3. Looks up each queued dialog by id, so the time depends on the queue, not on the
-- forum.
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

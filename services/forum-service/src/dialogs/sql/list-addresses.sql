-- A slice of the dialogs for a sitemap, with the total; one row without a dialog past the end. Finds the slice on an
-- index before reading dialogs.
select total.dialogs as total, d.id, d.last_activity
from (
  select coalesce(sum(c.dialogs), 0)::bigint as dialogs
  from topic_counts c
  where c.forum_id = $1 and not c.archived
) total
left join lateral (
  select s.id, s.topic
  from dialogs s
  where s.forum_id = $1 and not s.archived
  order by s.topic, s.id
  limit $2 offset $3
) slice on true
left join dialogs d on d.forum_id = $1 and d.id = slice.id
order by slice.topic, slice.id

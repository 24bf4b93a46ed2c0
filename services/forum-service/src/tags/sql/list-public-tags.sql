-- A slice of the public tags with visible dialogs, by name, with the total; one row without a tag past the end.
with shown as materialized (
  select t.id, t.name, t.dialogs, t.is_public
  from tags t
  where t.forum_id = $1 and t.is_public and t.dialogs > 0
)
select total.tags as total, slice.name, slice.dialogs, slice.is_public
from (select count(*) as tags from shown) total
left join lateral (
  select s.id, s.name, s.dialogs, s.is_public
  from shown s
  order by s.name collate ${collation:raw}, s.id
  limit $3 offset $2
) slice on true
order by slice.name collate ${collation:raw}, slice.id

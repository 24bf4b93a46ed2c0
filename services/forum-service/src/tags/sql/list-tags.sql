-- A slice of the tags by name, with the total; one row without a tag past the end.
select total.tags as total, slice.name, slice.dialogs, slice.is_public
from (select count(*) as tags from tags where forum_id = $1) total
left join lateral (
  select t.id, t.name, t.dialogs, t.is_public
  from tags t
  where t.forum_id = $1
  order by t.name collate ${collation:raw}, t.id
  limit $3 offset $2
) slice on true
order by slice.name collate ${collation:raw}, slice.id

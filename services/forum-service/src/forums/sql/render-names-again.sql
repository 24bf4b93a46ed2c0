-- Names in Markdown lead to pages of the forum, whose address changes. Locked in order of id, as everywhere.
with locked as materialized (
  select o.id
  from comments o
  where o.forum_id = $1 and o.markdown and o.text like '%@%'
  order by o.id
  for no key update
)
update comments o
set renderer = 0
from locked l
where o.forum_id = $1 and o.id = l.id

-- Marks comments that link to files with tokens $2 for rendering. Locked in order of id, as everywhere.
with locked as materialized (
  select o.id
  from comments o
  where o.forum_id = $1
    and exists (select from unnest($2::text[]) as t (token) where position('/' || t.token || '.' in o.text) > 0)
  order by o.id
  for no key update
)
update comments o
set renderer = 0
from locked l
where o.forum_id = $1 and o.id = l.id

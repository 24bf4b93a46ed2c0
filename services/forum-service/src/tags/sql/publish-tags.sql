-- Makes the tags $2 (folded) public if $3, else private; returns the previous state of those that exist.
with locked as materialized (
  select t.id, t.name, t.folded_name, t.is_public
  from tags t
  where t.forum_id = $1 and t.folded_name = any($2::text[])
  order by t.folded_name
  for no key update
),
published as (
  update tags t
  set is_public = $3
  from locked l
  where t.forum_id = $1 and t.id = l.id and t.is_public <> $3
  returning t.id
)
select l.name, l.folded_name, p.id is not null as changed
from locked l
left join published p on p.id = l.id
order by l.folded_name

-- Removes the tags $3 (folded) from the locked dialog $2, and locks them.
with locked as materialized (
  select t.id, t.name, (not x.archived)::integer as dialogs
  from tags t
  join dialog_tags x on x.forum_id = t.forum_id and x.tag_id = t.id
  where t.forum_id = $1 and t.folded_name = any($3::text[]) and x.dialog_id = $2
  order by t.folded_name
  for no key update of t
),
counted as (
  update tags t
  set dialogs = t.dialogs - l.dialogs
  from locked l
  where t.forum_id = $1 and t.id = l.id
  returning t.id
),
untagged as (
  delete from dialog_tags x
  using counted c
  where x.forum_id = $1 and x.dialog_id = $2 and x.tag_id = c.id
  returning x.tag_id
)
select l.id, l.name
from locked l
join untagged u on u.tag_id = l.id
order by l.name

-- Adds dialogs to the counts of their tags if $3, else subtracts them. Locks all their tags, in order of folded name.
with carried as (
  select x.tag_id, count(*) filter (where x.archived = $3::boolean) as dialogs
  from dialog_tags x
  where x.forum_id = $1 and x.dialog_id = any($2::bigint[])
  group by x.tag_id
),
locked as materialized (
  select t.id, c.dialogs
  from carried c
  join tags t on t.forum_id = $1 and t.id = c.tag_id
  order by t.folded_name
  for no key update of t
)
update tags t
set dialogs = t.dialogs + case when $3 then l.dialogs else -l.dialogs end
from locked l
where t.forum_id = $1 and t.id = l.id
returning t.id

-- The guides $3 come first in the category $2, in this order; the others follow as they were. Returns those that moved.
with ordered as (
  select m.guide_id, row_number() over (order by p.place, m.position, m.guide_id) as position
  from guide_categories m
  left join unnest($3::bigint[]) with ordinality as p (id, place) on p.id = m.guide_id
  where m.knowledge_base_id = $1 and m.category_id = $2
)
update guide_categories m
set position = o.position
from ordered o
where m.knowledge_base_id = $1 and m.category_id = $2 and m.guide_id = o.guide_id and m.position <> o.position
returning m.guide_id as id

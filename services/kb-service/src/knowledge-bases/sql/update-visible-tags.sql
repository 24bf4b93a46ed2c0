-- Counts the published guides with each tag. A tag is visible if it has any.
with carrying as (
  select m.tag_id as id, count(*) as guides
  from guide_tags m
  join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1
  group by m.tag_id
)
update tags t
set visible = carrying.id is not null, published_guides = coalesce(carrying.guides, 0)
from tags o
left join carrying on carrying.id = o.id
where t.knowledge_base_id = $1 and o.knowledge_base_id = $1
  and o.id = t.id
  and (t.visible, t.published_guides) <> (carrying.id is not null, coalesce(carrying.guides, 0))

-- A tag is visible if a published guide has it.
with carrying as (
  select distinct m.tag_id as id
  from guide_tags m
  join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1
)
update tags t
set visible = not t.visible
from tags o
left join carrying on carrying.id = o.id
where t.knowledge_base_id = $1 and o.knowledge_base_id = $1
  and o.id = t.id
  and t.visible <> (carrying.id is not null)

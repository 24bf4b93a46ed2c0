select t.id, t.slug, t.name, t.visible, coalesce(m.guides, 0) as guides, t.published_guides
from tags t
left join (
  select m.tag_id, count(*) as guides
  from guide_tags m
  where m.knowledge_base_id = $1
  group by m.tag_id
) m on m.tag_id = t.id
where t.knowledge_base_id = $1

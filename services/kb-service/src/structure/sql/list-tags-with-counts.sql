select t.id, t.slug, t.name, t.visible, count(g.id) as guides,
  count(g.id) filter (where g.published) as published_guides
from tags t
left join guide_tags m on m.knowledge_base_id = t.knowledge_base_id and m.tag_id = t.id
left join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id
where t.knowledge_base_id = $1
group by t.id, t.slug, t.name, t.visible
order by t.name collate "und-x-icu", t.id

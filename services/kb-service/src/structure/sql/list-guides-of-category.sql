select g.id, g.slug, g.title, g.published, m.position
from guide_categories m
join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id
where m.knowledge_base_id = $1 and m.category_id = $2
order by m.position, g.id

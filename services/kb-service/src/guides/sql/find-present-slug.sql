select g.slug, g.published
from former_slugs f
join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
where f.knowledge_base_id = $1 and f.slug = $2

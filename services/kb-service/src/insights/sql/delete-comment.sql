delete from guide_comments c
using guides g
where c.knowledge_base_id = $1 and c.id = $2 and g.knowledge_base_id = $1 and g.id = c.guide_id
returning c.guide_id, g.slug

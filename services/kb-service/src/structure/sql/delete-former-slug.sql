delete from former_slugs f
where f.knowledge_base_id = $1 and f.slug = $2
returning f.guide_id

update guides g
set published = $3, updated_at = now()
where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.published <> $3
returning g.slug

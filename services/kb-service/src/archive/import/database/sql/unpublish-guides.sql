-- Returns only the guides that changed.
update guides g
set published = false, updated_at = now()
where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.published
returning g.slug

-- Returns only the guides that changed.
update guides g
set published = false, updated_at = now(),
  edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.published
returning g.slug

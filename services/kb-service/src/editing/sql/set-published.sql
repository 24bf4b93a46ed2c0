-- Publishes or unpublishes the guides $2 as they are.
update guides g
set published = $3, updated_at = now(),
  edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
where g.knowledge_base_id = $1 and g.id = any($2::bigint[]) and g.published <> $3
returning g.slug

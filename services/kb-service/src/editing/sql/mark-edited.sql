update guides g
set edited = true, edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
where g.knowledge_base_id = $1 and g.id = any($2::bigint[])

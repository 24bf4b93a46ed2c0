update guides g
set edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
where g.knowledge_base_id = $1 and g.id = $2
returning g.edit_revision as revision, g.changed_at

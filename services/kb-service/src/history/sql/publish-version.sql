update guides g
set title = $3, content_html = $4, content_bytes = $5, published = true, edited = true,
  edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor(),
  updated_at = case
    when (g.title, g.content_html, g.published) is distinct from ($3, $4, true) then now()
    else g.updated_at
  end
where g.knowledge_base_id = $1 and g.id = $2
returning g.edit_revision as revision, g.changed_at as at

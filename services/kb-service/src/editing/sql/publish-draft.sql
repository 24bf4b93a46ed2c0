-- Shows the draft of the guide $2 to readers. $3: its title without needless white space.
update guides g
set slug = d.slug, title = $3, content_html = d.content_html, content_bytes = d.content_bytes, published = true,
  edited = true, edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor(),
  updated_at = case
    when (g.slug, g.title, g.content_html, g.published) is distinct from (d.slug, $3, d.content_html, true) then now()
    else g.updated_at
  end
from guide_drafts d
where g.knowledge_base_id = $1 and g.id = $2 and d.knowledge_base_id = $1 and d.guide_id = $2

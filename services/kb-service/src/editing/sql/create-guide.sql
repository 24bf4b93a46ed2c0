-- An unpublished guide. An import leaves it, as any other that was changed outside of imports.
insert into guides (
  knowledge_base_id, slug, title, content_html, content_bytes, published, edited, changed_at, changed_by
)
values ($1, $2, $3, $4, $5, false, true, now(), current_actor())
returning id

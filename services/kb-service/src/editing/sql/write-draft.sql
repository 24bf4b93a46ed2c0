insert into guide_drafts (
  knowledge_base_id, guide_id, title, slug, content_html, content_bytes, category_ids, tag_names, state, publish_at,
  author_id, author_name, author_door
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (knowledge_base_id, guide_id) do update
set title = excluded.title,
  slug = excluded.slug,
  content_html = excluded.content_html,
  content_bytes = excluded.content_bytes,
  category_ids = excluded.category_ids,
  tag_names = excluded.tag_names,
  state = excluded.state,
  publish_at = excluded.publish_at,
  author_id = excluded.author_id,
  author_name = excluded.author_name,
  author_door = excluded.author_door,
  updated_at = now()

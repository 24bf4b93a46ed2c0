-- $2: JSON array of new guides.
insert into guides (
  knowledge_base_id, slug, title, content_html, content_bytes, published, source_hash, file_hash, broken_links,
  images_left_out, changed_at, changed_by
)
select $1, s.slug, s.title, s.content_html, s.content_bytes, coalesce(s.published, true), s.source_hash, s.file_hash,
  s.broken_links, s.images_left_out, now(), current_actor()
from json_to_recordset($2) as s (
  slug text, title text, content_html text, content_bytes integer, published boolean, source_hash text,
  file_hash text, broken_links text[], images_left_out text[]
)
returning id, slug

-- A published guide by ID. Content is null if it exceeds $3 bytes (`fits` is false), or if $3 is null.
select g.id, g.slug, g.title, g.content_digest, g.content_bytes <= $3 as fits,
  case when g.content_bytes <= $3 then g.content_html end as content_html
from guides g
where g.knowledge_base_id = $1 and g.id = $2 and g.published

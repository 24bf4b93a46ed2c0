-- A published guide by its slug. Content of more than $3 bytes is not read, and `fits` says so; none is where $3 is null.
select g.id, g.slug, g.title, g.content_bytes <= $3 as fits,
  case when g.content_bytes <= $3 then g.content_html end as content_html
from guides g
where g.knowledge_base_id = $1 and g.slug = $2 and g.published

-- A published guide by current slug $2, else by former slug, else by ID $3 (null if $2 is no number). Content is
-- null if it exceeds $4 bytes (`fits` is false), or if $4 is null.
select g.id, g.slug, g.title, g.content_digest, g.content_bytes <= $4 as fits,
  case when g.content_bytes <= $4 then g.content_html end as content_html
from (
  select n.id, 1 as rank from guides n where n.knowledge_base_id = $1 and n.slug = $2
  union all
  select f.guide_id, 2 from former_slugs f where f.knowledge_base_id = $1 and f.slug = $2
  union all
  select $3::bigint, 3
) named
join guides g on g.knowledge_base_id = $1 and g.id = named.id and g.published
order by named.rank
limit 1

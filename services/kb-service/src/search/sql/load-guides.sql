-- The searchable data of published guides. Content is read until it exceeds $3 bytes, and always for the first
-- guide; it is null for the rest.
select g.id, g.title, case when sized.bytes_before < $3 then g.content_html end as content_html,
  array(
    select c.category_id from guide_categories c where c.knowledge_base_id = g.knowledge_base_id and c.guide_id = g.id
  ) as categories,
  array(
    select t.tag_id from guide_tags t where t.knowledge_base_id = g.knowledge_base_id and t.guide_id = g.id
  ) as tags
from (
  select s.id, sum(s.content_bytes) over (order by s.id) - s.content_bytes as bytes_before
  from guides s
  where s.knowledge_base_id = $1 and s.id = any($2) and s.published
) sized
join guides g on g.knowledge_base_id = $1 and g.id = sized.id
order by g.id

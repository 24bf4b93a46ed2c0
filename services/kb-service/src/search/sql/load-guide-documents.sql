-- The searchable data of guides, and of drafts, which have the guide's id below zero. Content is read until it exceeds
-- $3 bytes, and always for the first; it is null for the rest.
select sized.id, coalesce(g.title, d.title) as title, coalesce(g.synonyms, '{}') as synonyms,
  g.published is not true as hidden,
  case when sized.bytes_before < $3 then coalesce(g.content_html, d.content_html) end as content_html,
  array(
    select c.category_id from guide_categories c where c.knowledge_base_id = $1 and c.guide_id = sized.id
  ) as categories,
  array(
    select k.name
    from guide_categories c
    join categories k on k.knowledge_base_id = c.knowledge_base_id and k.id = c.category_id
    where c.knowledge_base_id = $1 and c.guide_id = sized.id
    order by k.id
  ) as category_names,
  array(
    select t.tag_id from guide_tags t where t.knowledge_base_id = $1 and t.guide_id = sized.id
  ) as tags
from (
  select s.id, sum(s.content_bytes) over (order by s.id) - s.content_bytes as bytes_before
  from (
    select p.id, p.content_bytes
    from guides p
    where p.knowledge_base_id = $1 and p.id = any($2) and not p.missing
    union all
    select -w.guide_id, w.content_bytes
    from guide_drafts w
    where w.knowledge_base_id = $1 and w.guide_id = any(array(select -n.id from unnest($2::bigint[]) as n (id)))
  ) s
) sized
left join guides g on g.knowledge_base_id = $1 and g.id = sized.id
left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = -sized.id
order by sized.id

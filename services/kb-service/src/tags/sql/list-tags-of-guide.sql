-- Like list-tags.sql, for the tags of the guide $4.
select total.count as total,
  exists (select from guides g where g.knowledge_base_id = $1 and g.id = $4 and g.published) as parent_exists,
  page.id, page.name, page.slug
from (
  select count(*)
  from guide_tags m
  join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id and t.visible
  where m.knowledge_base_id = $1 and m.guide_id = $4
) total
left join (
  select listed.*, row_number() over () as place
  from (
    select t.id, t.name, t.slug
    from guide_tags m
    join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id and t.visible
    where m.knowledge_base_id = $1 and m.guide_id = $4
    order by ${order:raw}
    limit $2 offset $3
  ) listed
) page on true
order by page.place

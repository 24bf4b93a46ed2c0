-- Like list-categories.sql, for the categories of the guide $4.
select total.count as total,
  exists (select from guides g where g.knowledge_base_id = $1 and g.id = $4 and g.published) as parent_exists,
  page.id, page.name, page.slug, page.multiple_guides_name, page.position, page.parent_category_id
from (
  select count(*)
  from guide_categories m
  join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id and c.visible
  where m.knowledge_base_id = $1 and m.guide_id = $4
) total
left join (
  select listed.*, row_number() over () as place
  from (
    select c.*
    from guide_categories m
    join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id and c.visible
    where m.knowledge_base_id = $1 and m.guide_id = $4
    order by ${order:raw}
    limit $2 offset $3
  ) listed
) page on true
order by page.place

-- Like list-categories.sql, for the children of the category $4.
select total.count as total,
  exists (select from categories p where p.knowledge_base_id = $1 and p.id = $4 and p.visible) as parent_exists,
  page.id, page.name, page.slug, page.multiple_guides_name, page.position, page.parent_category_id
from (
  select count(*)
  from categories c
  where c.knowledge_base_id = $1 and c.parent_category_id = $4 and c.visible
) total
left join (
  select listed.*, row_number() over () as place
  from (
    select c.*
    from categories c
    where c.knowledge_base_id = $1 and c.parent_category_id = $4 and c.visible
    order by ${order:raw}
    limit $2 offset $3
  ) listed
) page on true
order by page.place

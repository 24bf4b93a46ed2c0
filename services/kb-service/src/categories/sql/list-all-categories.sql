-- A page of all categories ($2 after the first $3), visible or not, with the total.
select total.count as total, page.id, page.name, page.slug, page.multiple_guides_name, page.position, page.parent_category_id
from (
  select count(*)
  from categories c
  where c.knowledge_base_id = $1
) total
left join (
  select listed.*, row_number() over () as place
  from (
    select c.*
    from categories c
    where c.knowledge_base_id = $1
    order by ${order:raw}
    limit $2 offset $3
  ) listed
) page on true
order by page.place

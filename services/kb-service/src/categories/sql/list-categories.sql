-- A page of categories, with the number of all.
select total.count as total, ${parentExists:raw} as parent_exists, page.id, page.name, page.slug,
  page.multiple_guides_name, page.position, page.parent_category_id
from (select count(*) from ${matching:raw}) total
left join (
  select c.*, row_number() over (order by ${order:raw}) as place
  from ${matching:raw}
  order by ${order:raw}
  limit $2 offset $3
) page on true
order by page.place

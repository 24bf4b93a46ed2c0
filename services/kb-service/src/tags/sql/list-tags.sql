-- A page of tags, with the number of all.
select total.count as total, page.id, page.name, page.slug
from (select count(*) from tags t where t.knowledge_base_id = $1 and t.visible) total
left join (
  select t.id, t.name, t.slug, row_number() over (order by ${order:raw}) as place
  from tags t
  where t.knowledge_base_id = $1 and t.visible
  order by ${order:raw}
  limit $2 offset $3
) page on true
order by page.place

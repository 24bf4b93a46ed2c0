-- A page of visible tags ($2 after the first $3) with the total.
select total.count as total, page.id, page.name, page.slug
from (
  select count(*)
  from tags t
  where t.knowledge_base_id = $1 and t.visible
) total
left join (
  select listed.*, row_number() over () as place
  from (
    select t.id, t.name, t.slug
    from tags t
    where t.knowledge_base_id = $1 and t.visible
    order by ${order:raw}
    limit $2 offset $3
  ) listed
) page on true
order by page.place

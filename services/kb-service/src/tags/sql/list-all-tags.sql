-- A page of all tags ($2 after the first $3), visible or not, with the total.
select total.count as total, page.id, page.name, page.slug
from (
  select count(*)
  from tags t
  where t.knowledge_base_id = $1
) total
left join (
  select listed.*, row_number() over () as place
  from (
    select t.id, t.name, t.slug
    from tags t
    where t.knowledge_base_id = $1
    order by ${order:raw}
    limit $2 offset $3
  ) listed
) page on true
order by page.place

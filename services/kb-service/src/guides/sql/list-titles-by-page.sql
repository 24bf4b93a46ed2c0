-- A page of guides, each with the beginning of its content ($4 characters), and the number of all.
select total.count as total, page.slug, page.title, left(page.content_html, $4) as beginning
from (select count(*) from ${matching:raw}) total
left join (
  select g.slug, g.title, g.content_html, placed.place
  from (
    select g.id, row_number() over (order by ${order:raw}) as place
    from ${matching:raw}
    order by ${order:raw}
    limit $2 offset $3
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) page on true
order by page.place

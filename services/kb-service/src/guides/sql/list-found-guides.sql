-- Like list-guides.sql, for the guides with the IDs $7, in the order of the search results.
with found as materialized (
  select listed.id, row_number() over () as place
  from (
    select g.id
    from unnest($7::bigint[]) with ordinality as m (id, position)
    join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
    order by ${order:raw}
    limit $2 offset $3
  ) listed
), page as materialized (
  select found.place, ${columns:raw},
    found.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by found.place) <= $4 as fits
  from found
  join guides g on g.knowledge_base_id = $1 and g.id = found.id
)
select total.count as total, ${shown:raw},
  case when page.fits and $5::boolean and $6::boolean then page.content_html end as content_html
from (
  select count(*)
  from unnest($7::bigint[]) as m (id)
  join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
) total
left join page on true
order by page.place

-- Like list-guides.sql, for the guides with the IDs $6, in the order of the search results.
select total.count as total, sized.fits, sized.id, sized.slug, sized.title,
  case when sized.fits and $5::boolean then sized.content_html end as content_html
from (
  select count(*)
  from unnest($6::bigint[]) with ordinality as m (id, position)
  join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
) total
left join (
  select g.*, placed.place,
    placed.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from unnest($6::bigint[]) with ordinality as m (id, position)
      join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
      order by ${order:raw}
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) sized on true
order by sized.place

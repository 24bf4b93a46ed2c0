-- A page of published guides ($2 after the first $3) with the total and what is included. An index-only scan
-- finds the page. `fits` is false for guides beyond $4 bytes: each takes 700, with its content if $5, and a title can
-- double in size as JSON. Content of those that fit is read if $6.
with found as materialized (
  select listed.id, row_number() over () as place
  from (
    select g.id
    from guides g
    where g.knowledge_base_id = $1 and g.published
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
select k.published_guides as total, ${shown:raw},
  case when page.fits and $5::boolean and $6::boolean then page.content_html end as content_html
from knowledge_bases k
left join page on true
where k.id = $1
order by page.place

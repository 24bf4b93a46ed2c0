-- A page of published guides ($2 after the first $3) with the total. An index-only scan finds the page. Content
-- is read if $5 and for the guides that fit into $4 bytes; `fits` is false for the others. A guide takes 700
-- bytes besides its content, and a title can double in size as JSON.
select total.count as total, sized.fits, sized.id, sized.slug, sized.title,
  case when sized.fits and $5::boolean then sized.content_html end as content_html
from (
  select count(*)
  from guides g
  where g.knowledge_base_id = $1 and g.published
) total
left join (
  select g.*, placed.place,
    placed.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from guides g
      where g.knowledge_base_id = $1 and g.published
      order by ${order:raw}
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) sized on true
order by sized.place

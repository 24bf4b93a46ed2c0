-- A page of the published guides, $2 of them after the first $3, with the number of all. The page is found on the index
-- alone. Content is read only where $5 says so and for the guides that fit into $4 bytes; the others tell by `fits` that
-- the page ends early. Besides its content a guide takes 700 bytes of a document, and a title can double as JSON.
select total.count as total, sized.fits, sized.id, sized.slug, sized.title,
  case when sized.fits and $5::boolean then sized.content_html end as content_html
from (
  select count(*)
  from guides g
  where g.knowledge_base_id = $1 and g.published
) total
left join (
  select g.*, page.place,
    page.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by page.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from guides g
      where g.knowledge_base_id = $1 and g.published
      order by ${order:raw}
      limit $2 offset $3
    ) found
  ) page
  join guides g on g.knowledge_base_id = $1 and g.id = page.id
) sized on true
order by sized.place

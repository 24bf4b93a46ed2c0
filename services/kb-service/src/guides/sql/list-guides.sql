-- A page of guides, with the number of all. The page is found on the index alone; content is read only for the
-- guides that fit the limit of a document, and the others tell by `fits` that the page ends early.
select total.count as total, ${parentExists:raw} as parent_exists, sized.fits, sized.id, ${columns:raw}
from (select count(*) from ${matching:raw}) total
left join (
  select g.*, page.place,
    sum(${bytes:raw}) over (order by page.place) <= $4 or page.first as fits
  from (
    select g.id, row_number() over (order by ${order:raw}) as place,
      row_number() over (order by ${order:raw}) = $3::bigint + 1 as first
    from ${matching:raw}
    order by ${order:raw}
    limit $2 offset $3
  ) page
  join guides g on g.knowledge_base_id = $1 and g.id = page.id
) sized on true
order by sized.place

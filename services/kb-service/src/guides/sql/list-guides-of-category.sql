-- Like list-guides.sql, for the category with the slug $7, or with the ID $8 (null if $7 is no number) if no
-- category has the slug. $7 is null to search only by ID.
with category as (
  select c.id, c.visible, c.published_guides
  from categories c
  where c.knowledge_base_id = $1 and (c.slug = $7 or c.id = $8)
  order by c.slug = $7 desc
  limit 1
), found as materialized (
  select listed.id, row_number() over () as place
  from (
    select g.id
    from guide_categories m
    join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.category_id = (select category.id from category)
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
select coalesce(category.published_guides, 0) as total, coalesce(category.visible, false) as parent_exists, ${shown:raw},
  case when page.fits and $5::boolean and $6::boolean then page.content_html end as content_html
from (select) present
left join category on true
left join page on true
order by page.place

-- Like list-guides.sql, for the category with the slug $6, or with the ID $7 (null if $6 is no number) if no
-- category has the slug. $6 is null to search only by ID.
with category as (
  select c.id, c.visible
  from categories c
  where c.knowledge_base_id = $1 and (c.slug = $6 or c.id = $7)
  order by c.slug = $6 desc
  limit 1
)
select total.count as total, coalesce((select category.visible from category), false) as parent_exists,
  sized.fits, sized.id, sized.slug, sized.title,
  case when sized.fits and $5::boolean then sized.content_html end as content_html
from (
  select count(*)
  from guide_categories m
  join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1 and m.category_id = (select category.id from category)
) total
left join (
  select g.*, placed.place,
    placed.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from guide_categories m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = (select category.id from category)
      order by ${order:raw}
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) sized on true
order by sized.place

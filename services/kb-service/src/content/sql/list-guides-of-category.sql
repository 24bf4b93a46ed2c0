-- Like list-guides.sql with $9 in place of $7, for the category with the slug $7, or with the ID $8 (null if $7 is no number) if no
-- category has the slug. $7 is null to search only by ID.
-- In the category's order guides are looked up one by one until the page is full: `offset 0` keeps the planner from reading
-- all guides instead. It drops the left join, which only other orders need.
with category as (
  select c.id, c.visible, c.published_guides
  from categories c
  where c.knowledge_base_id = $1 and (c.slug = $7 or c.id = $8)
  order by c.slug = $7 desc
  limit 1
), found as materialized (
  select listed.id, row_number() over () as place
  from (
    select m.guide_id as id
    from guide_categories m
    cross join lateral (
      select from guides p where p.knowledge_base_id = $1 and p.id = m.guide_id and p.published offset 0
    ) published
    left join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id
    where m.knowledge_base_id = $1 and m.category_id = (select category.id from category)
    order by ${order}
    limit $2 offset $3
  ) listed
), page as materialized (
  select found.place, g.id, g.slug, g.title, g.content_html, g.content_digest,
    case when 'categories' = any($9::text[]) then array(
      select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as category_ids,
    case when 'tags' = any($9::text[]) then array(
      select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as tag_ids,
    found.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by found.place) <= $4 as fits
  from found
  join guides g on g.knowledge_base_id = $1 and g.id = found.id
)
select coalesce(category.published_guides, 0) as total, coalesce(category.visible, false) as parent_exists, page.fits, page.id, page.slug, page.title, page.content_digest,
  page.category_ids, page.tag_ids,
  case when page.place = 1 and 'categories' = any($9::text[]) then (
    select json_agg(
      json_build_array(c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id)
      order by c.position, c.id
    )
    from categories c
    where c.knowledge_base_id = $1 and c.id = any(array(select unnest(p.category_ids) from page p))
  ) end as category_records,
  case when page.place = 1 and 'tags' = any($9::text[]) then (
    select json_agg(json_build_array(t.id, t.name, t.slug))
    from tags t
    where t.knowledge_base_id = $1 and t.id = any(array(select unnest(p.tag_ids) from page p))
  ) end as tag_records,
  case when page.fits and $5::boolean and $6::boolean then page.content_html end as content_html
from (select) present
left join category on true
left join page on true
order by page.place

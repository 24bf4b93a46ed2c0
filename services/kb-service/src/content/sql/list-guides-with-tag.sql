-- Like list-guides.sql with $9 in place of $7, for the tag with the slug $7, or with the ID $8 (null if $7 is no number) if no tag
-- has the slug. $7 is null to search only by ID.
with tag as (
  select t.id, t.visible, t.published_guides
  from tags t
  where t.knowledge_base_id = $1 and (t.slug = $7 or t.id = $8)
  order by t.slug = $7 desc
  limit 1
), found as materialized (
  select listed.id, row_number() over () as place
  from (
    select g.id
    from guide_tags m
    join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.tag_id = (select tag.id from tag)
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
select coalesce(tag.published_guides, 0) as total, coalesce(tag.visible, false) as parent_exists, page.fits, page.id, page.slug, page.title, page.content_digest,
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
left join tag on true
left join page on true
order by page.place

-- Like list-guides.sql with $8 in place of $7, for the guides with the IDs $7, in the order of the search results.
with found as materialized (
  select listed.id, row_number() over () as place
  from (
    select g.id
    from unnest($7::bigint[]) with ordinality as m (id, position)
    join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
    order by ${order}
    limit $2 offset $3
  ) listed
), page as materialized (
  select found.place, g.id, g.slug, g.title, g.content_html, g.content_digest,
    case when 'categories' = any($8::text[]) then array(
      select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as category_ids,
    case when 'tags' = any($8::text[]) then array(
      select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as tag_ids,
    found.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by found.place) <= $4 as fits
  from found
  join guides g on g.knowledge_base_id = $1 and g.id = found.id
)
select total.count as total, page.fits, page.id, page.slug, page.title, page.content_digest,
  page.category_ids, page.tag_ids,
  case when page.place = 1 and 'categories' = any($8::text[]) then (
    select json_agg(
      json_build_array(c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id)
      order by c.position, c.id
    )
    from categories c
    where c.knowledge_base_id = $1 and c.id = any(array(select unnest(p.category_ids) from page p))
  ) end as category_records,
  case when page.place = 1 and 'tags' = any($8::text[]) then (
    select json_agg(json_build_array(t.id, t.name, t.slug))
    from tags t
    where t.knowledge_base_id = $1 and t.id = any(array(select unnest(p.tag_ids) from page p))
  ) end as tag_records,
  case when page.fits and $5::boolean and $6::boolean then page.content_html end as content_html
from (
  select count(*)
  from unnest($7::bigint[]) as m (id)
  join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
) total
left join page on true
order by page.place

-- A page of published guides ($2 after the first $3) with the total and what is included. An index-only scan
-- finds the page. `fits` is false for guides beyond $4 bytes: each takes 700, with its content if $5, and a title can
-- double in size as JSON. Content of those that fit is read if $6.
-- The first row has the categories and tags of all guides, in display order, if $7 names them. They are visible,
-- since published guides have them.
with found as materialized (
  select listed.id, row_number() over () as place
  from (
    select g.id
    from guides g
    where g.knowledge_base_id = $1 and g.published
    order by ${order}
    limit $2 offset $3
  ) listed
), page as materialized (
  select found.place, g.id, g.slug, g.title, g.content_html, g.content_digest,
    case when 'categories' = any($7::text[]) then array(
      select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as category_ids,
    case when 'tags' = any($7::text[]) then array(
      select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as tag_ids,
    found.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by found.place) <= $4 as fits
  from found
  join guides g on g.knowledge_base_id = $1 and g.id = found.id
)
select k.published_guides as total, page.fits, page.id, page.slug, page.title, page.content_digest,
  page.category_ids, page.tag_ids,
  case when page.place = 1 and 'categories' = any($7::text[]) then (
    select json_agg(
      json_build_array(c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id)
      order by c.position, c.id
    )
    from categories c
    where c.knowledge_base_id = $1 and c.id = any(array(select unnest(p.category_ids) from page p))
  ) end as category_records,
  case when page.place = 1 and 'tags' = any($7::text[]) then (
    select json_agg(json_build_array(t.id, t.name, t.slug))
    from tags t
    where t.knowledge_base_id = $1 and t.id = any(array(select unnest(p.tag_ids) from page p))
  ) end as tag_records,
  case when page.fits and $5::boolean and $6::boolean then page.content_html end as content_html
from knowledge_bases k
left join page on true
where k.id = $1
order by page.place

-- A published guide by slug $3 or ID $4, the other being null, with the categories and tags that $5 names. Content is
-- null if it exceeds $2 bytes (`fits` is false), or if $2 is null.
with page as materialized (
  select g.id, g.slug, g.title, g.content_html, g.content_digest, g.content_bytes <= $2 as fits,
    case when 'categories' = any($5::text[]) then array(
      select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as category_ids,
    case when 'tags' = any($5::text[]) then array(
      select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ) end as tag_ids
  from guides g
  where g.knowledge_base_id = $1 and g.published and (g.slug = $3 or g.id = $4)
)
select page.fits, page.id, page.slug, page.title, page.content_digest,
  page.category_ids, page.tag_ids,
  case when 'categories' = any($5::text[]) then (
    select json_agg(
      json_build_array(c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id)
      order by c.position, c.id
    )
    from categories c
    where c.knowledge_base_id = $1 and c.id = any(array(select unnest(p.category_ids) from page p))
  ) end as category_records,
  case when 'tags' = any($5::text[]) then (
    select json_agg(json_build_array(t.id, t.name, t.slug))
    from tags t
    where t.knowledge_base_id = $1 and t.id = any(array(select unnest(p.tag_ids) from page p))
  ) end as tag_records,
  case when page.fits then page.content_html end as content_html
from page

-- Guides after $2, at most $3 and at most $4 bytes, but at least one.
select g.id, g.slug, g.title, g.content_html, g.published,
  (
    select coalesce(json_agg(json_build_object('slug', c.slug, 'position', m.position) order by c.position, c.id), '[]')
    from guide_categories m
    join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id
    where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
  ) as categories,
  (
    select coalesce(json_agg(t.slug order by t.slug collate "C"), '[]')
    from guide_tags m
    join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id
    where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
  ) as tags
from (
  select page.id, sum(page.content_bytes) over (order by page.id) - page.content_bytes as bytes_before
  from (
    select g.id, g.content_bytes
    from guides g
    where g.knowledge_base_id = $1 and g.id > $2
    order by g.id
    limit $3
  ) page
) sized
join guides g on g.knowledge_base_id = $1 and g.id = sized.id
where sized.bytes_before < $4
order by g.id

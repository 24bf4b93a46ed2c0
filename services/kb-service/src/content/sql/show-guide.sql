select g.id, g.slug, g.title, g.published, g.created_at, g.updated_at,
  array(
    select c.slug
    from guide_categories m
    join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id
    where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
    order by c.position, c.id
  ) as categories,
  array(
    select t.slug
    from guide_tags m
    join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id
    where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
    order by t.name collate ${collation}, t.id
  ) as tags,
  array(
    select f.slug
    from former_slugs f
    where f.knowledge_base_id = g.knowledge_base_id
      and f.guide_id = g.id
      and not exists (select from guides o where o.knowledge_base_id = f.knowledge_base_id and o.slug = f.slug)
    order by f.left_at desc, f.slug
  ) as former_slugs,
  g.content_bytes, g.content_html
from guides g
where g.knowledge_base_id = $1 and g.slug = $2

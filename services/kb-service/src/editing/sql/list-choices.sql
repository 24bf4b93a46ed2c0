-- The categories and tags that an author can choose.
select
  (
    select coalesce(json_agg(json_build_object(
      'id', c.id, 'slug', c.slug, 'name', c.name, 'parentId', c.parent_category_id, 'position', c.position
    ) order by c.position, c.id), '[]')
    from categories c
    where c.knowledge_base_id = $1
  ) as categories,
  array(
    select t.name
    from tags t
    where t.knowledge_base_id = $1
  ) as tags,
  array(
    select f.slug
    from former_slugs f
    where f.knowledge_base_id = $1
      and f.guide_id = $2
      and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = f.slug)
    order by f.left_at desc, f.slug
  ) as former_slugs

-- The contents of a home page: top categories with $2 guides each, $3 guides without a category, and the totals.
with listed as (
  select c.id, c.slug, c.name, c.position, c.published_guides
  from categories c
  where c.knowledge_base_id = $1 and c.parent_category_id is null and c.visible
), apart as materialized (
  select g.id, g.slug, g.title
  from guides g
  where g.knowledge_base_id = $1 and g.published
    and not exists (select from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id)
)
select
  (
    select coalesce(
      json_agg(
        json_build_object(
          'slug', l.slug, 'name', l.name, 'total', l.published_guides, 'guides', first.guides, 'subtopics', below.subtopics
        )
        order by l.position, l.id
      ),
      '[]'
    )
    from listed l
    cross join lateral (
      select coalesce(json_agg(json_build_object('slug', f.slug, 'title', f.title) order by f.position, f.id), '[]') as guides
      from (
        select g.id, g.slug, g.title, m.position
        from guide_categories m
        join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
        where m.knowledge_base_id = $1 and m.category_id = l.id
        order by m.position, g.id
        limit $2
      ) f
    ) first
    cross join lateral (
      select coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) order by c.position, c.id), '[]') as subtopics
      from categories c
      where c.knowledge_base_id = $1 and c.parent_category_id = l.id and c.visible
    ) below
  ) as topics,
  (
    select coalesce(
      json_agg(json_build_object('slug', a.slug, 'title', a.title) order by a.title collate ${collation}, a.id), '[]'
    )
    from (select * from apart order by title collate ${collation}, id limit $3) a
  ) as others,
  (select count(*) from apart) as other_total,
  (select k.published_guides from knowledge_bases k where k.id = $1) as total

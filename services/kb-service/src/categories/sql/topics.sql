-- The categories of `listed` as cards show them: each with $2 of its guides and the number of all, and with the names
-- of the categories below it. A JSON array.
select coalesce(
  json_agg(
    json_build_object(
      'slug', l.slug, 'name', l.name, 'total', counted.total, 'guides', first.guides, 'subtopics', below.subtopics
    )
    order by l.position, l.id
  ),
  '[]'
)
from listed l
cross join lateral (
  select count(*) as total
  from guide_categories m
  join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1 and m.category_id = l.id
) counted
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

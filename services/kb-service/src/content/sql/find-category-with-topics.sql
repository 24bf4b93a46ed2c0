-- A visible category by slug $3, or by ID $4 (null if $3 is no number) if no category has the slug, with its
-- ancestors from the top, and its children with $2 guides each.
with category as (
  select c.id, c.slug, c.name, c.multiple_guides_name, c.parent_category_id
  from categories c
  where c.knowledge_base_id = $1 and c.visible and (c.slug = $3 or c.id = $4)
  order by c.slug = $3 desc
  limit 1
), stands_in as (
  select category.parent_category_id as category_id
  from category
), listed as (
  select c.id, c.slug, c.name, c.position, c.published_guides
  from category
  join categories c on c.knowledge_base_id = $1 and c.parent_category_id = category.id and c.visible
)
select category.id, category.slug, category.name, category.multiple_guides_name,
  (
    with recursive trail as (
      select c.id, c.slug, c.name, c.parent_category_id, 1 as height
      from stands_in
      join categories c on c.knowledge_base_id = $1 and c.id = stands_in.category_id
      union all
      select p.id, p.slug, p.name, p.parent_category_id, t.height + 1
      from trail t
      join categories p on p.knowledge_base_id = $1 and p.id = t.parent_category_id
    )
    select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name, 'id', t.id) order by t.height desc), '[]')
    from trail t
  ) as trail,
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
  ) as topics
from category

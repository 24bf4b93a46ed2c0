-- A published guide by slug $2, or by ID $3 (null if $2 is no number) if no guide has the slug, with its tags,
-- its breadcrumbs and $4 neighbours on each side. Content of more than $5 bytes is not read.
with guide as (
  select g.id, g.slug, g.title, g.created_at, g.updated_at, g.content_bytes > $5::bigint as "isCut",
    case when g.content_bytes <= $5::bigint then g.content_html end as content_html
  from guides g
  where g.knowledge_base_id = $1 and g.published and (g.slug = $2 or g.id = $3)
  order by g.slug = $2 desc
  limit 1
), stands_in as (
  select c.id as category_id, m.position
  from guide
  join guide_categories m on m.knowledge_base_id = $1 and m.guide_id = guide.id
  join categories c on c.knowledge_base_id = $1 and c.id = m.category_id
  order by c.position, c.id
  limit 1
), neighbours as (
  -- Limited on each side, so that the size of the category does not matter.
  select n.id, n.slug, n.title, n.position
  from guide
  cross join stands_in
  cross join lateral (
    (
      select g.id, g.slug, g.title, m.position
      from guide_categories m
      join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = stands_in.category_id
        and (m.position, m.guide_id) < (stands_in.position, guide.id)
      order by m.position desc, m.guide_id desc
      limit $4
    )
    union all
    (
      select g.id, g.slug, g.title, m.position
      from guide_categories m
      join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = stands_in.category_id
        and (m.position, m.guide_id) >= (stands_in.position, guide.id)
      order by m.position, m.guide_id
      limit $4 + 1
    )
  ) n
)
select guide.*,
  coalesce((
    select json_agg(json_build_object('slug', t.slug, 'name', t.name) order by t.name collate "und-x-icu", t.id)
    from guide_tags m
    join tags t on t.knowledge_base_id = $1 and t.id = m.tag_id
    where m.knowledge_base_id = $1 and m.guide_id = guide.id
  ), '[]') as tags,
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
  coalesce((
    select json_agg(
      json_build_object('slug', n.slug, 'title', n.title, 'present', n.id = guide.id) order by n.position, n.id
    )
    from neighbours n
  ), '[]') as neighbours
from guide

-- A published guide by slug $2, or by ID $3 (null if $2 is no number) if no guide has the slug, with its tags,
-- its breadcrumbs and $4 neighbours on each side. Content of more than $5 bytes is not read.
with guide as (
  select ${record}, g.summary, g.created_at, g.updated_at, g.content_bytes > $5::bigint as "isCut",
    case when g.content_bytes <= $5::bigint then g.content_html end as content_html
  from ${guides} g
  where g.knowledge_base_id = $1 and g.published and (g.slug = $2 or g.id = $3)
  order by g.slug = $2 desc
  limit 1
), stands_in as (
  select c.id as category_id, (
      select m.position
      from guide_categories m
      where m.knowledge_base_id = $1 and m.category_id = c.id and m.guide_id = (select guide.id from guide)
    ) as position
  from categories c
  where c.knowledge_base_id = $1 and c.id = any(array(
    select m.category_id
    from guide_categories m
    where m.knowledge_base_id = $1 and m.guide_id = (select guide.id from guide)
  ))
  order by c.position, c.id
  limit 1
), neighbours as (
  -- Limited on each side, so that the size of the category does not matter.
  select n.id, n.slug, n.title, n.shown_from, n.position
  from guide
  cross join stands_in
  cross join lateral (
    (
      select g.id, g.slug, g.title, g.shown_from, m.position
      from guide_categories m
      join ${guides} g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = stands_in.category_id
        and (m.position, m.guide_id) < (stands_in.position, guide.id)
      order by m.position desc, m.guide_id desc
      limit $4
    )
    union all
    (
      select g.id, g.slug, g.title, g.shown_from, m.position
      from guide_categories m
      join ${guides} g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = stands_in.category_id
        and (m.position, m.guide_id) >= (stands_in.position, guide.id)
      order by m.position, m.guide_id
      limit $4 + 1
    )
  ) n
)
select guide.*,
  coalesce((
    select json_agg(json_build_object('slug', t.slug, 'name', t.name, 'id', t.id))
    from tags t
    where t.knowledge_base_id = $1 and t.id = any(array(
      select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = guide.id
    ))
  ), '[]') as tags,
  (
    with recursive trail as (
      select c.id, c.slug, c.name, c.parent_category_id, 1 as height
      from categories c
      where c.knowledge_base_id = $1 and c.id = (select stands_in.category_id from stands_in)
      union all
      select p.id, p.slug, p.name, p.parent_category_id, t.height + 1
      from trail t
      cross join lateral (
        -- The limit makes PostgreSQL look up one category instead of reading all.
        select c.* from categories c where c.knowledge_base_id = $1 and c.id = t.parent_category_id limit 1
      ) p
    )
    select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name, 'id', t.id) order by t.height desc), '[]')
    from trail t
  ) as trail,
  coalesce((
    select json_agg(
      json_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'shown_from', n.shown_from, 'present', n.id = guide.id)
      order by n.position, n.id
    )
    from neighbours n
  ), '[]') as neighbours
from guide

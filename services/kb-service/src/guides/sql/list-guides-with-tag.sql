-- Like list-guides.sql, for the tag with the slug $6, or with the ID $7 (null if $6 is no number) if no tag has
-- the slug. $6 is null to search only by ID.
with tag as (
  select t.id, t.visible
  from tags t
  where t.knowledge_base_id = $1 and (t.slug = $6 or t.id = $7)
  order by t.slug = $6 desc
  limit 1
)
select total.count as total, coalesce((select tag.visible from tag), false) as parent_exists,
  sized.fits, sized.id, sized.slug, sized.title,
  case when sized.fits and $5::boolean then sized.content_html end as content_html
from (
  select count(*)
  from guide_tags m
  join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1 and m.tag_id = (select tag.id from tag)
) total
left join (
  select g.*, placed.place,
    placed.place = 1 or sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title))
      over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from guide_tags m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.tag_id = (select tag.id from tag)
      order by ${order:raw}
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) sized on true
order by sized.place

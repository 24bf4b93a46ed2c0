-- The pages of a sitemap except the home page: categories, then guides; a slice with the total.
select total.count as total, page.kind, page.id, page.slug, page.updated_at
from (
  select (select count(*) from categories c where c.knowledge_base_id = $1 and c.visible)
    + (select k.published_guides from knowledge_bases k where k.id = $1) as count
) total
left join (
  select 'categories' as kind, c.id, c.slug, null::timestamptz as updated_at
  from categories c
  where c.knowledge_base_id = $1 and c.visible
  union all
  select 'guides', g.id, g.slug, g.updated_at
  from guides g
  where g.knowledge_base_id = $1 and g.published
  order by 1, 2
  limit $2 offset $3
) page on true

-- Slugs that lead to guides that had them, newest first; those of the guide $2 unless that is null.
select f.slug, f.guide_id, g.slug as present_slug, g.title, g.published, f.left_at
from former_slugs f
join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
where f.knowledge_base_id = $1
  and ($2::bigint is null or f.guide_id = $2)
  and not exists (select from guides o where o.knowledge_base_id = f.knowledge_base_id and o.slug = f.slug)
order by f.left_at desc, f.slug

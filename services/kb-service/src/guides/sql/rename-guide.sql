-- Renames the guide $2 to $3. A former slug belongs to the guide that had it last.
with renamed as (
  update guides g
  set slug = $3, updated_at = now()
  where g.knowledge_base_id = $1 and g.slug = $2
  returning g.id
)
insert into former_slugs (knowledge_base_id, slug, guide_id)
select $1, $2, r.id
from renamed r
on conflict (knowledge_base_id, slug) do update
set guide_id = excluded.guide_id, left_at = excluded.left_at
returning guide_id as id

-- Renames the guide $2, which has the slug $3, to $4. A former slug belongs to the guide that had it last.
with renamed as (
  update guides g
  set slug = $4, updated_at = now(),
    edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1 and g.id = $2
  returning g.id
), drafted as (
  -- A draft that does not change the slug keeps it so.
  update guide_drafts d
  set slug = $4
  where d.knowledge_base_id = $1 and d.guide_id = $2 and d.slug = $3
)
insert into former_slugs (knowledge_base_id, slug, guide_id)
select $1, $3, r.id
from renamed r
on conflict (knowledge_base_id, slug) do update
set guide_id = excluded.guide_id, left_at = excluded.left_at
returning guide_id as id

-- Drafts in the category $2 are in $3 instead, or in neither if that is null. Their guides have been changed.
with edited as (
  update guides g
  set edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1
    and g.id in (
      select d.guide_id from guide_drafts d where d.knowledge_base_id = $1 and $2::bigint = any(d.category_ids)
    )
  returning g.id
)
update guide_drafts d
set category_ids = case
  when $3::bigint is null or $3 = any(d.category_ids) then array_remove(d.category_ids, $2::bigint)
  else array_replace(d.category_ids, $2::bigint, $3::bigint)
end
from edited e
where d.knowledge_base_id = $1 and d.guide_id = e.id and $2::bigint = any(d.category_ids)

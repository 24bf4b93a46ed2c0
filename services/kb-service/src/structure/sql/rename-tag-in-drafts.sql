-- Drafts with the tag named $2 have $3 instead, or neither if that is null. Their guides have been changed.
with edited as (
  update guides g
  set edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1
    and $2 is distinct from $3::text
    and g.id in (
      select d.guide_id from guide_drafts d where d.knowledge_base_id = $1 and $2 = any(d.tag_names)
    )
  returning g.id
)
update guide_drafts d
set tag_names = case
  when $3::text is null or $3 = any(d.tag_names) then array_remove(d.tag_names, $2)
  else array_replace(d.tag_names, $2, $3)
end
from edited e
where d.knowledge_base_id = $1 and d.guide_id = e.id and $2 = any(d.tag_names)

-- Drafts in the category $2 are in $3 instead, or in neither if that is null.
update guide_drafts d
set category_ids = case
  when $3::bigint is null or $3 = any(d.category_ids) then array_remove(d.category_ids, $2::bigint)
  else array_replace(d.category_ids, $2::bigint, $3::bigint)
end
where d.knowledge_base_id = $1 and $2::bigint = any(d.category_ids)

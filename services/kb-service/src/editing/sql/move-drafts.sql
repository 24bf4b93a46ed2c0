-- Drafts of the guides $2 follow: from the category $3, or from all if that is null, to $4.
update guide_drafts d
set category_ids = case
  when $3::bigint is null then array[$4::bigint]
  else array_remove(array_remove(d.category_ids, $3::bigint), $4::bigint) || $4::bigint
end
where d.knowledge_base_id = $1 and d.guide_id = any($2::bigint[])

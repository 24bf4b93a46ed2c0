-- Drafts with the tag named $2 have $3 instead, or neither if that is null.
update guide_drafts d
set tag_names = case
  when $3::text is null or $3 = any(d.tag_names) then array_remove(d.tag_names, $2)
  else array_replace(d.tag_names, $2, $3)
end
where d.knowledge_base_id = $1 and $2 = any(d.tag_names)

-- The guides $2 leave the category $3, or all but $4 if that is null.
delete from guide_categories m
where m.knowledge_base_id = $1
  and m.guide_id = any($2::bigint[])
  and m.category_id = coalesce($3::bigint, m.category_id)
  and m.category_id <> $4

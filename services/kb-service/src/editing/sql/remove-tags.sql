-- The guides $2 do not have the tags with the slugs $3.
delete from guide_tags m
using tags t
where m.knowledge_base_id = $1
  and m.guide_id = any($2::bigint[])
  and t.knowledge_base_id = $1
  and t.id = m.tag_id
  and t.slug = any($3::text[])

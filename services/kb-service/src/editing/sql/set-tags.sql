-- The tags of the guide $2 become those with the slugs $3.
with wanted as (
  select t.id
  from tags t
  where t.knowledge_base_id = $1 and t.slug = any($3::text[])
), removed as (
  delete from guide_tags m
  where m.knowledge_base_id = $1 and m.guide_id = $2 and m.tag_id not in (select w.id from wanted w)
)
insert into guide_tags (knowledge_base_id, tag_id, guide_id)
select $1, w.id, $2
from wanted w
on conflict do nothing

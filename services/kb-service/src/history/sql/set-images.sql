-- The images of the guide $2 become those of this knowledge base with the tokens $3.
with wanted as (
  select f.id
  from files f
  where f.knowledge_base_id = $1 and f.token = any($3::text[])
), removed as (
  delete from guide_files m
  where m.knowledge_base_id = $1 and m.guide_id = $2 and m.file_id not in (select w.id from wanted w)
)
insert into guide_files (knowledge_base_id, file_id, guide_id)
select $1, w.id, $2
from wanted w
on conflict do nothing

-- The images of the draft of the guide $2 become those of the guide.
with removed as (
  delete from guide_files m
  where m.knowledge_base_id = $1
    and m.guide_id = $2
    and not exists (
      select from draft_files d where d.knowledge_base_id = $1 and d.guide_id = $2 and d.file_id = m.file_id
    )
)
insert into guide_files (knowledge_base_id, file_id, guide_id)
select d.knowledge_base_id, d.file_id, d.guide_id
from draft_files d
where d.knowledge_base_id = $1 and d.guide_id = $2
on conflict do nothing

-- Replaces the files of the guides $2 by those in $3, a JSON array of {file, guide}.
with wanted as (
  select w.file, w.guide
  from json_to_recordset($3) as w (file bigint, guide bigint)
), removed as (
  delete from guide_files m
  where m.knowledge_base_id = $1
    and m.guide_id in (select unnest($2::bigint[]))
    and not exists (select from wanted w where w.file = m.file_id and w.guide = m.guide_id)
)
insert into guide_files (knowledge_base_id, file_id, guide_id)
select $1, w.file, w.guide
from wanted w
on conflict do nothing

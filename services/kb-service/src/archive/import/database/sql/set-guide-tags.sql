-- Replaces the tags of the guides $2 by those in $3, a JSON array of {tag, guide}.
with wanted as (
  select w.tag, w.guide
  from json_to_recordset($3) as w (tag bigint, guide bigint)
), removed as (
  delete from guide_tags m
  where m.knowledge_base_id = $1
    and m.guide_id in (select unnest($2::bigint[]))
    and not exists (select from wanted w where w.tag = m.tag_id and w.guide = m.guide_id)
  returning 1
), written as (
  insert into guide_tags (knowledge_base_id, tag_id, guide_id)
  select $1, w.tag, w.guide
  from wanted w
  on conflict do nothing
  returning 1
)
select (select count(*) from removed) + (select count(*) from written) as touched

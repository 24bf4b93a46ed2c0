-- Replaces the categories of the guides $2 by those in $3, a JSON array of {category, guide, position}. A guide
-- without a position keeps its own, or comes last.
with said as (
  select w.category, w.guide, w.position
  from json_to_recordset($3) as w (category bigint, guide bigint, position integer)
), wanted as (
  select s.category, s.guide, s.position
  from said s
  where s.position is not null
  union all
  select s.category, s.guide, coalesce(
    (
      select m.position from guide_categories m
      where m.knowledge_base_id = $1 and m.category_id = s.category and m.guide_id = s.guide
    ),
    (select coalesce(max(m.position), 0) + 1 from guide_categories m where m.knowledge_base_id = $1 and m.category_id = s.category)
  )
  from said s
  where s.position is null
), removed as (
  delete from guide_categories m
  where m.knowledge_base_id = $1
    and m.guide_id in (select unnest($2::bigint[]))
    and not exists (select from wanted w where w.category = m.category_id and w.guide = m.guide_id)
  returning 1
), written as (
  insert into guide_categories as m (knowledge_base_id, category_id, guide_id, position)
  select $1, w.category, w.guide, w.position
  from wanted w
  on conflict (knowledge_base_id, category_id, guide_id) do update
  set position = excluded.position
  where m.position <> excluded.position
  returning 1
)
select (select count(*) from removed) + (select count(*) from written) as touched

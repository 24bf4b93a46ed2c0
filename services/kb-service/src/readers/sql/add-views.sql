-- $1: array of views of guides by slug, by former slug if it has just been renamed, else by ID. Guides are locked first
-- and in order, so that they are not deleted meanwhile, and instances wait for each other instead of deadlocking.
with named as materialized (
  select v.knowledge_base_id, named.id, v.day, v.views
  from json_to_recordset($1) as v (knowledge_base_id bigint, slug text, id bigint, day date, views integer)
  cross join lateral (
    select coalesce(
      (select s.id from guides s where s.knowledge_base_id = v.knowledge_base_id and s.slug = v.slug),
      (select f.guide_id from former_slugs f where f.knowledge_base_id = v.knowledge_base_id and f.slug = v.slug),
      v.id
    ) as id
  ) named
),
guide as materialized (
  select g.knowledge_base_id, g.id
  from guides g
  where (g.knowledge_base_id, g.id) in (select n.knowledge_base_id, n.id from named n) and (g.published or g.shown_from is not null)
  order by g.knowledge_base_id, g.id
  for key share
),
read as (
  select g.knowledge_base_id, g.id, n.day, sum(n.views) as views
  from named n
  join guide g on g.knowledge_base_id = n.knowledge_base_id and g.id = n.id
  group by g.knowledge_base_id, g.id, n.day
),
recent as (
  insert into guide_recent_views as present (knowledge_base_id, guide_id, views)
  select knowledge_base_id, id, sum(views)
  from read
  group by knowledge_base_id, id
  order by knowledge_base_id, id
  on conflict (knowledge_base_id, guide_id) do update set views = present.views + excluded.views
)
insert into guide_views as present (knowledge_base_id, guide_id, day, views)
select knowledge_base_id, id, day, views
from read
order by knowledge_base_id, id, day
on conflict (knowledge_base_id, guide_id, day) do update set views = present.views + excluded.views

-- The slug $2, or with the lowest number after it that makes it free. The guide $3 may have it.
with taken as (
  select g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.id <> $3 and starts_with(g.slug, $2)
  union
  select d.slug
  from guide_drafts d
  where d.knowledge_base_id = $1 and d.guide_id <> $3 and starts_with(d.slug, $2)
)
select case n when 1 then $2 else $2 || '-' || n end as slug
from generate_series(1, 1 + (select count(*) from taken)) n
where not exists (select from taken t where t.slug = case n when 1 then $2 else $2 || '-' || n end)
order by n
limit 1

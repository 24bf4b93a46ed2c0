-- The slug $2, or with the lowest number after it that makes it free.
select case n when 1 then $2 else $2 || '-' || n end as slug
from generate_series(1, 1 + (
  select count(*) from guides g where g.knowledge_base_id = $1 and starts_with(g.slug, $2)
)) n
where not exists (
  select from guides g
  where g.knowledge_base_id = $1 and g.slug = case n when 1 then $2 else $2 || '-' || n end
)
order by n
limit 1

-- Former slugs in a source ($2) that no guide has now, with the current slug. Leaves out guides that the source
-- has under their current slugs; returns the latest former slug of each guide.
select named.former, named.slug
from (
  select distinct on (f.guide_id) f.slug as former, g.slug
  from former_slugs f
  join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
  where f.knowledge_base_id = $1
    and f.slug = any($2::text[])
    and not g.slug = any($2::text[])
    and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = f.slug)
  order by f.guide_id, f.left_at desc, f.slug
) named
order by named.former

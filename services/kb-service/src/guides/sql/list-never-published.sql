select g.id, g.slug
from guides g
where g.knowledge_base_id = $1
  and g.id = any($2::bigint[])
  and not exists (select from guide_versions v where v.knowledge_base_id = $1 and v.guide_id = g.id)
order by g.id

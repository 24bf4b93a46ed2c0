-- Public knowledge bases with published guides, by name.
select k.host, k.name, k.organization_name, k.language
from knowledge_bases k
where k.access = 'public'
  and not exists (select from tenant_moves m where m.tenant_id = k.id and m.state = 'moved')
  and exists (select from guides g where g.knowledge_base_id = k.id and g.published)
order by k.name collate order_root, k.host
limit $1

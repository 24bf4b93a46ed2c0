-- A tenant with documents that may lack vectors of the space $1, the first after tenant $2 in turn.
select t.tenant_id as "tenantId", t.revision,
  case when t.embedded_space = $1 then t.embedded_revision else 0 end as "afterRevision",
  case when t.embedded_space = $1 then t.embedded_document else 0 end as "afterDocument"
from search_tenants t
where t.embedded_space is distinct from $1 or t.embedded_revision < t.revision
order by t.tenant_id <= $2, t.tenant_id
limit 1

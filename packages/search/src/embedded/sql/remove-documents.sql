with tenant as (
  insert into search_tenants as t (tenant_id, revision)
  values ($1, 1)
  on conflict (tenant_id) do update set revision = t.revision + 1
  returning t.revision
), vectors as (
  delete from search_vectors where tenant_id = $1 and document_id = any($2)
)
update search_documents d
set words = null, facets = '{}', revision = tenant.revision, changed_at = now()
from tenant
where d.tenant_id = $1 and d.document_id = any($2) and d.words is not null

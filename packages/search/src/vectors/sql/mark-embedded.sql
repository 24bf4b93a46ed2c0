update search_tenants
set embedded_space = $2, embedded_revision = $3, embedded_document = $4
where tenant_id = $1

-- Locks the tenant until the transaction ends.
update search_tenants set revision = revision + 1 where tenant_id = $1 returning revision

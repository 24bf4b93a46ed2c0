select coalesce((select t.everyday_synonyms from search_tenants t where t.tenant_id = $1), true) as "isEveryday"

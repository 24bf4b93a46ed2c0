-- A tenant's synonyms for an index in memory.
select
  coalesce((select t.everyday_synonyms from search_tenants t where t.tenant_id = $1), true) as "isEveryday",
  coalesce((select json_agg(s.words order by s.words) from search_synonyms s where s.tenant_id = $1), '[]') as groups

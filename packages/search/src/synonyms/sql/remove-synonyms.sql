with removed as (
  delete from search_synonyms where tenant_id = $1 and words = $2 returning 1
), changed as (
  update search_tenants set revision = revision + 1 where tenant_id = $1
)
select count(*) as removed from removed

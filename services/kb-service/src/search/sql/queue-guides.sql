-- Everything that the search index should hold or may hold wrongly; of all knowledge bases when $1 is null.
with queued as (
  insert into search_queue (tenant_id, document_id)
  select r.tenant_id, r.document_id
  from (
    select g.knowledge_base_id as tenant_id, g.id as document_id from guides g
    union
    select d.tenant_id, d.document_id from search_documents d
  ) r
  where $1::bigint is null or r.tenant_id = $1
  order by r.tenant_id, r.document_id
  on conflict (tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null
  returning document_id
)
select count(*) from queued

-- Everything that the search index should hold of a knowledge base, or may hold wrongly.
with queued as (
  insert into search_queue (tenant_id, document_id)
  select $1, r.document_id
  from (
    select g.id as document_id from guides g where g.knowledge_base_id = $1
    union
    select d.document_id from search_documents d where d.tenant_id = $1
  ) r
  order by r.document_id
  on conflict (tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null
  returning document_id
)
select count(*) from queued

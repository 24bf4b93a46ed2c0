-- Fills the backlog of index $1: everything in the local index, and what that rejected.
insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
select $1, d.tenant_id, d.document_id, nextval('search_changes'), now()
from (
  select tenant_id, document_id from search_documents where words is not null
  union
  select tenant_id, document_id from search_queue where set_aside is not null
  order by tenant_id, document_id
) d
on conflict (index_id, tenant_id, document_id)
  do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null

-- Adds documents ($2 tenants, $3 documents) to the backlog of index $1 again.
insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
select $1, s.tenant_id, s.document_id, nextval('search_changes'), now()
from (select * from unnest($2::bigint[], $3::bigint[]) order by 1, 2) as s (tenant_id, document_id)
on conflict (index_id, tenant_id, document_id)
  do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null

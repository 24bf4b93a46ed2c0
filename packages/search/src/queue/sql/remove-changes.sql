-- Moves sent changes ($1 tenants, $2 documents, $3 changes) from the queue to each engine's backlog, replacing older
-- ones, in a common order; except those that have changed again or are being changed. Waiting time starts now: it should
-- measure the engine only.
with passed as (
  delete from search_queue q
  using (
    select p.tenant_id, p.document_id
    from search_queue p
    join unnest($1::bigint[], $2::bigint[], $3::bigint[]) as s (tenant_id, document_id, change)
      on s.tenant_id = p.tenant_id and s.document_id = p.document_id and s.change = p.change
    for update of p skip locked
  ) sent
  where q.tenant_id = sent.tenant_id and q.document_id = sent.document_id
  returning q.tenant_id, q.document_id, q.change
)
insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
select i.id, p.tenant_id, p.document_id, p.change, now()
from passed p
cross join search_indexes i
order by i.id, p.tenant_id, p.document_id
on conflict (index_id, tenant_id, document_id)
  do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null

-- Sets a document aside until it changes; one that is being changed will be sent anyway. Engines still receive it, as
-- they may accept it: like remove-changes.sql.
with passed as (
  update search_queue q
  set set_aside = $4
  where (q.tenant_id, q.document_id) in (
    select p.tenant_id, p.document_id
    from search_queue p
    where p.tenant_id = $1 and p.document_id = $2 and p.change = $3
    for update skip locked
  )
  returning q.tenant_id, q.document_id, q.change
)
insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
select i.id, p.tenant_id, p.document_id, p.change, now()
from passed p
cross join search_indexes i
order by i.id, p.tenant_id, p.document_id
on conflict (index_id, tenant_id, document_id)
  do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null

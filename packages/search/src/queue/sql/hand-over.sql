-- The end of a statement that removes changes from the queue as `passed`: adds them to each engine's backlog, replacing
-- older ones, in a common order. Waiting time starts now: it should measure the engine only.
insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
select i.id, p.tenant_id, p.document_id, p.change, now()
from passed p
cross join search_indexes i
order by i.id, p.tenant_id, p.document_id
on conflict (index_id, tenant_id, document_id)
  do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null

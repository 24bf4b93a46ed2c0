-- The rest of a statement that takes changes off the queue as `passed`: they wait for each engine's index now. What waits
-- there already is overtaken; rows are written in the order in which everybody writes them. The wait begins now: how long
-- this database took before says nothing of an engine.
insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
select i.id, p.tenant_id, p.document_id, p.change, now()
from passed p
cross join search_indexes i
order by i.id, p.tenant_id, p.document_id
on conflict (index_id, tenant_id, document_id)
  do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null

-- Documents of tenant $1 that changed and are not in an index yet, the first of these changes, and documents that an index
-- rejected. An index that no instance feeds any more counts for nothing.
select count(distinct q.document_id) filter (where q.set_aside is null) as waiting,
  min(q.queued_at) filter (where q.set_aside is null) as oldest,
  count(distinct q.document_id) filter (where q.set_aside is not null) as rejected
from (
  select document_id, queued_at, set_aside
  from search_queue
  where tenant_id = $1
  union all
  select b.document_id, b.queued_at, b.set_aside
  from search_indexes i
  join search_backlog b on b.index_id = i.id and b.tenant_id = $1
  where i.last_used > now() - interval '10 minutes'
) q

-- The oldest changes. Locked rows are skipped: they are being changed and will be queued again.
select q.tenant_id, q.document_id, q.change
from search_queue q
where q.set_aside is null
order by q.change
limit $1
for update skip locked

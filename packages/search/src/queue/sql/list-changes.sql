-- The oldest changes. What somebody is changing right now will be queued anew: sent as it is, it would be sent again and
-- again for as long as that takes.
select q.tenant_id, q.document_id, q.change
from search_queue q
where q.set_aside is null
order by q.change
limit $1
for update skip locked

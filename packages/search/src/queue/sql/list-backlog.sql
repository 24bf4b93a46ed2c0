select b.tenant_id, b.document_id, b.change
from search_backlog b
where b.index_id = $1 and b.set_aside is null
order by b.change
limit $2

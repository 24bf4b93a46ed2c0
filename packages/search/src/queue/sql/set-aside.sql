update search_queue q
set set_aside = $4
where q.tenant_id = $1 and q.document_id = $2 and q.change = $3

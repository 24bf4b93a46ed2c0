-- Sets a document aside until it changes; one that is being changed will be sent anyway.
update search_backlog b
set set_aside = $5
where (b.index_id, b.tenant_id, b.document_id) in (
  select p.index_id, p.tenant_id, p.document_id
  from search_backlog p
  where p.index_id = $1 and p.tenant_id = $2 and p.document_id = $3 and p.change = $4
  for update skip locked
)

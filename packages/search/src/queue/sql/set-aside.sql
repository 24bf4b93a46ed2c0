-- Sets a document aside until it changes; one that is being changed will be sent anyway. Engines still receive it, as
-- they may accept it.
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
${handOver:raw}

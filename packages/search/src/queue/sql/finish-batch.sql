-- Confirms batch $2 of index $1 and removes it from the backlog ($3 tenants, $4 documents, $5 changes), except
-- documents that have changed again or are being changed. Nothing if another batch has begun.
with confirmed as (
  update search_indexes i
  set position = $2
  where i.id = $1 and i.sending = $2
  returning i.id
), finished as (
  delete from search_backlog b
  using (
    select p.index_id, p.tenant_id, p.document_id
    from search_backlog p
    join confirmed c on c.id = p.index_id
    join unnest($3::bigint[], $4::bigint[], $5::bigint[]) as s (tenant_id, document_id, change)
      on s.tenant_id = p.tenant_id and s.document_id = p.document_id and s.change = p.change
    for update of p skip locked
  ) sent
  where b.index_id = sent.index_id and b.tenant_id = sent.tenant_id and b.document_id = sent.document_id
)
select exists (select from confirmed) as confirmed

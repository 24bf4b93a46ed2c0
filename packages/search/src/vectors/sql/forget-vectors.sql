-- Vectors of texts that were changed or removed long ago: there is no server, or it is away, or it answered while the
-- document was removed.
delete from search_vectors v
where not exists (
  select 1
  from search_documents d
  where d.tenant_id = v.tenant_id and d.document_id = v.document_id
    and (d.revision = v.document_revision and d.words is not null or d.changed_at >= now() - interval '1 hour')
)

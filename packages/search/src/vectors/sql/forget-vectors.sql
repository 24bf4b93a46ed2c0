-- Vectors of texts that were changed long ago: there is no server, or it is away.
delete from search_vectors v
using search_documents d
where d.tenant_id = v.tenant_id and d.document_id = v.document_id and d.revision <> v.document_revision
  and d.changed_at < now() - interval '1 hour'

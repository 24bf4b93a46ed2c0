-- Vectors of earlier texts, which no worker replaces any more.
delete from search_vectors v
using search_documents d
where d.tenant_id = v.tenant_id and d.document_id = v.document_id and d.revision <> v.document_revision

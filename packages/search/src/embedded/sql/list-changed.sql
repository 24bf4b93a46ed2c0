-- The next $4 documents after revision $2, document $3.
select d.document_id as id, d.words, d.facets, d.hidden, d.revision
from search_documents d
where d.tenant_id = $1 and (d.revision, d.document_id) > ($2, $3)
order by d.revision, d.document_id
limit $4

-- The next $5 documents' vectors after revision $2, document $3, up to revision $4.
select v.document_id as id, v.space, v.hashes, v.vectors, v.revision
from search_vectors v
where v.tenant_id = $1 and (v.revision, v.document_id) > ($2, $3) and v.revision <= $4
order by v.revision, v.document_id
limit $5

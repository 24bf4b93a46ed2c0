-- The next $4 documents of tenant $1 after revision $2, document $3, with the vectors of the space $5 that they have.
select d.document_id as id, d.revision, d.words is null as "isRemoved", v.hashes, v.vectors
from search_documents d
left join search_vectors v
  on v.tenant_id = d.tenant_id and v.document_id = d.document_id and v.space = $5
where d.tenant_id = $1 and (d.revision, d.document_id) > ($2, $3)
order by d.revision, d.document_id
limit $4

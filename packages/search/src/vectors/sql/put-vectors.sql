-- Writes the vectors $5 with hashes $4 of the documents $2, as of their revisions $3. Documents that were removed
-- meanwhile get none. Needs the tenant's row lock from before the statement, to see that.
insert into search_vectors (tenant_id, document_id, space, hashes, vectors, document_revision, revision)
select d.tenant_id, d.document_id, $6, v.hashes, v.vectors, v.revision, $7
from unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) as v (id, revision, hashes, vectors)
join search_documents d on d.tenant_id = $1 and d.document_id = v.id and d.words is not null
order by d.document_id
on conflict (tenant_id, document_id) do update
  set space = excluded.space, hashes = excluded.hashes, vectors = excluded.vectors,
    document_revision = excluded.document_revision, revision = excluded.revision

-- Every document that matches, in no order.
select array(
  select s.document_id
  from search_documents s
  where s.tenant_id = $1 and s.words @@ $2::tsquery and s.facets @> $3 and s.document_id <> all($4::bigint[])
) as ids

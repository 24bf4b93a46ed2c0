-- Documents after revision $2, document $3 that were removed, and those that are hidden.
select
  coalesce(array_agg(d.document_id) filter (where d.words is null), '{}') as removed,
  coalesce(array_agg(d.document_id) filter (where d.words is not null), '{}') as hidden
from search_documents d
where d.tenant_id = $1 and (d.revision, d.document_id) > ($2, $3) and (d.words is null or d.hidden)

-- Writes the documents $2 with the words $3, facets $4 (JSON arrays) and visibility $5, analysed by version $6. Waits for concurrent writes of
-- the tenant, so that revisions become visible in order.
with tenant as (
  insert into search_tenants as t (tenant_id, revision)
  values ($1, 1)
  on conflict (tenant_id) do update set revision = t.revision + 1
  returning t.revision
)
insert into search_documents (tenant_id, document_id, words, facets, hidden, analysis, revision)
select $1, d.id, d.words, array(select jsonb_array_elements_text(d.facets::jsonb)), d.hidden, $6, tenant.revision
from tenant
cross join unnest($2::bigint[], $3::bytea[], $4::text[], $5::boolean[]) as d (id, words, facets, hidden)
order by d.id
on conflict (tenant_id, document_id) do update
  set words = excluded.words, facets = excluded.facets, hidden = excluded.hidden, analysis = excluded.analysis,
    revision = excluded.revision, changed_at = excluded.changed_at

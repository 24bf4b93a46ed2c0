insert into search_tenants as t (tenant_id, revision, everyday_synonyms)
values ($1, 1, $2)
on conflict (tenant_id) do update
  set revision = t.revision + 1, everyday_synonyms = excluded.everyday_synonyms

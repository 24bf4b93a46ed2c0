-- Adds the groups $2, JSON arrays of words; returns how many are new.
with added as (
  insert into search_synonyms (tenant_id, words)
  select $1, array(select jsonb_array_elements_text(g.words::jsonb))
  from unnest($2::text[]) as g (words)
  on conflict do nothing
  returning 1
), changed as (
  insert into search_tenants as t (tenant_id, revision)
  values ($1, 1)
  on conflict (tenant_id) do update set revision = t.revision + 1
)
select count(*) as added from added

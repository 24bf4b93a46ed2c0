-- Documents that only some may find, and searches for documents with one facet or another.

-- Found only by searches that ask for hidden ones, too; search_words counts no word of theirs.
alter table search_documents add column hidden boolean not null default false;

drop function search_matching(bigint, tsquery, text[], bigint[]);

-- The documents of a tenant that match a query, have all facets and, unless it is null, one of `some_facets`, but for
-- those in `gone`. A function for the sake of its plan: see 0001-search.sql.
create function search_matching(
  tenant bigint, query tsquery, facet text[], some_facets text[], gone bigint[], hidden_too boolean
)
  returns table (id bigint, words tsvector)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select s.document_id, s.words
    from search_documents s
    where s.tenant_id = tenant and s.words @@ query and s.facets @> facet
      and (some_facets is null or s.facets && some_facets)
      and (hidden_too or not s.hidden)
      and s.document_id <> all(gone);
end $$;

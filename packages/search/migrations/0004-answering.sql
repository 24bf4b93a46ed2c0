-- Who can answer a search, and what the answer must not hold.

-- How far the index of an engine is that has these settings: `ready`, `not_ready` or, while a change has waited for it
-- for more than ten seconds, `behind`. Only a ready one is named; without settings none is. One row, always.
create function search_index_state(of_settings text)
  returns table (state text, index_id integer, index_name text)
  language sql stable
as $$
  select u.state, case when u.state = 'ready' then u.id end, case when u.state = 'ready' then u.name end
  from (
    select i.id, i.name,
      case
        when i.ready is not true then 'not_ready'
        when (
          select b.queued_at
          from search_backlog b
          where b.index_id = i.id and b.set_aside is null
          order by b.change
          limit 1
        ) < now() - interval '10 seconds' then 'behind'
        else 'ready'
      end as state
    from (select of_settings as settings) wanted
    left join search_indexes i on i.settings = wanted.settings
  ) u
$$;

-- Documents of a tenant that the index in this database or, unless it is null, that of an engine knows only as they
-- were. Those that clients must not find go along with a search; which these are, the service knows.
create function search_waiting(tenant bigint, of_index integer)
  returns table (document_id bigint)
  language sql stable
as $$
  select q.document_id
  from search_queue q
  where q.tenant_id = tenant
  union all
  select b.document_id
  from search_backlog b
  where b.index_id = of_index and b.tenant_id = tenant
$$;

-- As in 0002-hidden-documents.sql, but that what is gone is hashed: comparing each document that was found with each of
-- 20,000 that are gone took seconds.
create or replace function search_matching(
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
      and s.document_id not in (select unnest(gone));
end $$;

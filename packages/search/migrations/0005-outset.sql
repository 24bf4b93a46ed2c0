-- What else a search on an engine has to know.

-- As search_index_state, and of a ready index the batch that it confirmed last: as long as that is the same, nothing has left
-- its backlog.
create function search_index_position(of_settings text)
  returns table (state text, index_id integer, index_name text, "position" bigint)
  language sql stable
as $$
  select s.state, s.index_id, s.index_name, i.position
  from search_index_state(of_settings) s
  left join search_indexes i on i.id = s.index_id
$$;

-- The word forms that begin like that in most documents of a tenant; none for null. By their place in the order: a plan that
-- is kept knows no value, and without one `^@` reads all words. No word has the last character of all. The plan is made once:
-- left to itself, PostgreSQL makes one for each search, which takes longer than all else that is looked up with this.
create function search_completions(tenant bigint, beginning text)
  returns table (form text)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select substr(w.word, 2)
    from search_words w
    where w.tenant_id = tenant and w.word >= '=' || beginning and w.word < '=' || beginning || chr(1114111)
      and w.documents > 0
    order by w.documents desc, w.word
    limit 8;
end $$;

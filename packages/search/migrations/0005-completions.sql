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

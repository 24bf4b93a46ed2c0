-- Full-text search for any number of tenants. The service that owns the records queues them in the transaction that
-- changes them; a worker brings the index in this database up to date, then those of search engines beside it.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- The queue

create sequence search_changes;

create table search_queue (
  tenant_id bigint not null,
  document_id bigint not null,
  -- Higher with each change. A document that was sent leaves the queue only if it has not changed since.
  change bigint not null default nextval('search_changes'),
  queued_at timestamptz not null default now(),
  -- Why the document cannot be indexed; it waits for its next change then.
  set_aside text,
  primary key (tenant_id, document_id)
);

create index search_queue_in_order on search_queue (change) where set_aside is null;

-- Queues documents of a tenant and returns how many. Each is queued once and in order, so that concurrent callers wait
-- for each other instead of deadlocking.
create function queue_for_search(tenant bigint, documents bigint[]) returns bigint language sql as $$
  with queued as (
    insert into search_queue (tenant_id, document_id)
    select distinct tenant, d.id from unnest(documents) as d (id) order by d.id
    on conflict (tenant_id, document_id)
      do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null
    returning document_id
  )
  select count(*) from queued
$$;

-- The index in this database

create table search_documents (
  tenant_id bigint not null,
  document_id bigint not null,
  -- Stems and word forms in word order: A, B and C for the document's fields, D for letters folded to others.
  words tsvector not null,
  -- `name:value`, by which a search can be narrowed.
  facets text[] not null,
  -- Found only by searches that ask for hidden documents; search_words does not count its words.
  hidden boolean not null default false,
  primary key (tenant_id, document_id)
);

-- The pending list makes writes three times as fast. It is short because every search reads all of it.
create index search_documents_by_word on search_documents using gin (tenant_id, words, facets)
  with (fastupdate = on, gin_pending_list_limit = 512);

-- In how many of a tenant's documents each word occurs: stems as they are, word forms after `=`. The empty word occurs
-- in all of them.
create table search_words (
  tenant_id bigint not null,
  word text collate "C" not null,
  documents integer not null,
  primary key (tenant_id, word)
) with (fillfactor = 70);

create index search_words_by_trigram on search_words using gin (tenant_id, substr(word, 2) gin_trgm_ops)
  with (fastupdate = off) where word like '=%';

-- A tenant's documents that match a query, have all of `facet` and, unless it is null, one of `some_facets`, without
-- those in `gone`. A function, because the planner overrates the cost of prefixes on the index once it knows the query,
-- and takes reading a stored vector of some kilobytes to be as cheap as comparing a number. `gone` is hashed: comparing
-- each match with each of 20,000 ids takes seconds.
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
      and s.document_id not in (select unnest(gone));
end $$;

-- The eight word forms with this beginning that occur in most of a tenant's documents; none for null. A range instead of
-- `^@`, which reads all words in a cached plan; no word holds the highest code point. Planning this for each search would
-- take longer than the rest of the lookup, hence the generic plan.
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

-- Indexes of search engines beside this database

create table search_indexes (
  id integer generated always as identity primary key,
  -- A hash of the settings that define the index. Instances of another version have an index of their own.
  settings text not null unique,
  -- Its name in the engine; no other database uses the same one.
  name text not null unique,
  -- False until it is complete, and while it is filled again: this database answers then.
  ready boolean not null default false,
  -- The last batch that the engine confirmed, and the one that may be on its way. An engine that reports neither has
  -- lost its index or was replaced.
  position bigint not null default 0,
  sending bigint not null default 0,
  -- When an instance of its version last fed it.
  last_used timestamptz not null default now()
);

-- Documents that left search_queue and that each engine has yet to take, whether or not it is reachable.
create table search_backlog (
  index_id integer not null references search_indexes on delete cascade,
  tenant_id bigint not null,
  document_id bigint not null,
  -- As in search_queue.
  change bigint not null,
  queued_at timestamptz not null,
  set_aside text,
  primary key (index_id, tenant_id, document_id)
);

create index search_backlog_in_order on search_backlog (index_id, change) where set_aside is null;

-- The state of the engine index with these settings: `ready`, `not_ready`, or `behind` when a change has waited for more
-- than ten seconds. Id and name are returned for a ready index only. Always one row.
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

-- A tenant's documents of which the index in this database, or that of an engine unless it is null, holds an earlier
-- version. A search leaves out those that clients may no longer see; the service knows which these are.
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

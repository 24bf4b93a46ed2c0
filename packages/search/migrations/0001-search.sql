-- Full-text search for any number of tenants. The service that owns the records queues them in the transaction that
-- changes them; a worker brings the index in this database up to date, then those of search engines beside it.

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

-- Each write of a tenant's documents or synonyms has the next revision, so that instances can read what they lack.
create table search_tenants (
  tenant_id bigint primary key,
  revision bigint not null,
  -- Whether synonyms that hold in any help centre are searched, too.
  everyday_synonyms boolean not null default true
);

-- Words and phrases of one meaning.
create table search_synonyms (
  tenant_id bigint not null,
  words text[] not null check (cardinality(words) > 1),
  primary key (tenant_id, words)
);

create table search_documents (
  tenant_id bigint not null,
  document_id bigint not null,
  -- The words in order, as documents/indexed-words.ts encodes them. Null once removed: instances that hold the document
  -- in memory have to learn that.
  words bytea,
  -- `name:value`, by which a search can be narrowed.
  facets text[] not null,
  -- Found only by searches that ask for hidden documents; their words are never suggested.
  hidden boolean not null,
  revision bigint not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, document_id)
);

-- Compressing would take longer than everything else.
alter table search_documents alter column words set storage external;

create index search_documents_by_revision on search_documents (tenant_id, revision, document_id);
create index search_documents_removed on search_documents (changed_at) where words is null;

-- The last revision of a tenant's documents.
create function search_revision(tenant bigint) returns bigint language sql stable as $$
  select coalesce((select t.revision from search_tenants t where t.tenant_id = tenant), 0)
$$;

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

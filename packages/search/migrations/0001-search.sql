-- Full-text search of any number of tenants, and the queue of what a search engine has yet to hear of. The service
-- that owns the records fills the queue in the transaction that changes them.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create sequence search_changes;

create table search_queue (
  tenant_id bigint not null,
  document_id bigint not null,
  -- Newer with each change: what has been sent is taken off the queue unless it has changed again meanwhile.
  change bigint not null default nextval('search_changes'),
  queued_at timestamptz not null default now(),
  -- Why an engine will not take the document; it waits for its next change then.
  set_aside text,
  primary key (tenant_id, document_id)
);

create index search_queue_in_order on search_queue (change) where set_aside is null;

-- Queues documents of a tenant, each once and in order, so that two who queue the same wait for each other instead of
-- locking up. Returns how many.
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

create table search_documents (
  tenant_id bigint not null,
  document_id bigint not null,
  -- Stems and word forms in word order: A, B and C for the document's fields, D for letters folded to others.
  words tsvector not null,
  -- `name:value`, what a search can be narrowed to.
  facets text[] not null,
  primary key (tenant_id, document_id)
);

-- The pending list makes writing three times as fast; it is short, since whoever searches has to read it through.
create index search_documents_by_word on search_documents using gin (tenant_id, words, facets)
  with (fastupdate = on, gin_pending_list_limit = 512);

-- The documents of a tenant that match a query and have all facets, but for those in `gone`.
-- A function for the sake of its plan: knowing the query, the planner overrates what a beginning costs on the index,
-- and takes opening every stored vector of some kilobytes for as cheap as comparing a number.
create function search_matching(tenant bigint, query tsquery, facet text[], gone bigint[])
  returns table (id bigint, words tsvector)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select s.document_id, s.words
    from search_documents s
    where s.tenant_id = tenant and s.words @@ query and s.facets @> facet and s.document_id <> all(gone);
end $$;

-- In how many of a tenant's documents each word stands: stems as they are, forms behind `=`; the empty word stands in
-- all of them.
create table search_words (
  tenant_id bigint not null,
  word text collate "C" not null,
  documents integer not null,
  primary key (tenant_id, word)
) with (fillfactor = 70);

create index search_words_by_trigram on search_words using gin (tenant_id, substr(word, 2) gin_trgm_ops)
  with (fastupdate = off) where word like '=%';

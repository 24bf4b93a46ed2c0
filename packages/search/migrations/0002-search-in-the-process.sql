-- Services search in memory: the database keeps the words of documents in order instead of text-search vectors.

drop function search_matching, search_completions;
drop table search_words;

-- Everything is indexed again.
insert into search_queue (tenant_id, document_id)
select tenant_id, document_id from search_documents order by tenant_id, document_id
on conflict (tenant_id, document_id) do nothing;

drop table search_documents;

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

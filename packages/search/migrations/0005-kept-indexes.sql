-- Indexes as they lie in the memory of a service, so that a new process need not make them from the rows of documents.

alter table search_tenants
  -- Whose revisions these are: a tenant that came from another database counts on from those of there.
  add column lineage uuid not null default gen_random_uuid(),
  -- The highest revision of a removed document whose row was deleted. An index of a lower one may still have the document.
  add column forgotten bigint not null default 0;

create table search_kept_indexes (
  tenant_id bigint primary key,
  -- The version of the parts (FORMAT in kept/kept-parts.ts), and that of the analysis.
  format smallint not null,
  analysis smallint not null,
  lineage uuid not null,
  -- All changes of documents up to this revision are in it.
  revision bigint not null,
  documents integer not null,
  -- Bytes that it takes in memory, as a service estimates them.
  memory bigint not null,
  parts integer not null,
  written_at timestamptz not null default now()
);

create table search_kept_parts (
  tenant_id bigint not null references search_kept_indexes on delete cascade,
  part integer not null,
  -- CRC-32 of the compressed content and of what it belongs to.
  digest bigint not null,
  -- Compressed by zstd, in base64: the server writes bytes as hexadecimal numbers, which take half as long again to send and
  -- to read.
  content text not null,
  primary key (tenant_id, part)
);

-- It is compressed.
alter table search_kept_parts alter column content set storage external;

-- Vectors of what documents are about, for services that have an embeddings server.

create table search_vectors (
  tenant_id bigint not null,
  document_id bigint not null,
  -- Of which model and dimension. Vectors of different spaces cannot be compared.
  space text not null,
  -- Of each passage's text, eight bytes each; a passage that stays the same keeps its vector.
  hashes bytea not null,
  -- One after the other, a byte for each number.
  vectors bytea not null,
  -- The document's revision that they are of.
  document_revision bigint not null,
  -- The tenant's revision that they were written with; instances read what they lack.
  revision bigint not null,
  primary key (tenant_id, document_id)
);

alter table search_vectors alter column vectors set storage external;

create index search_vectors_by_revision on search_vectors (tenant_id, revision, document_id);

-- The last document that has vectors of the space, in the order of revisions.
alter table search_tenants
  add column embedded_space text,
  add column embedded_revision bigint not null default 0,
  add column embedded_document bigint not null default 0;

-- What the baselines search: the same words that our index is made of.
create table if not exists baseline_texts (
  tenant_id bigint not null,
  document_id bigint not null,
  title text not null,
  text text not null,
  words tsvector not null,
  primary key (tenant_id, document_id)
)

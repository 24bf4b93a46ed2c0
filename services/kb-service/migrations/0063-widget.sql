-- The widget on pages of others: the guides that its owners suggest there, by path, and the versions of its scripts that
-- such pages name with a digest, which stay as they are when the service is updated.
alter table knowledge_bases
  add column widget_rules jsonb not null default '[]' check (jsonb_typeof(widget_rules) = 'array');

create table widget_versions (
  knowledge_base_id bigint not null references knowledge_bases (id) on delete cascade,
  version text not null check (version ~ '^[A-Za-z0-9_-]{12}$'),
  loader text not null,
  panel text not null,
  kept_at timestamptz not null default now(),
  primary key (knowledge_base_id, version)
);

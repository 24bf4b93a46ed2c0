-- Who may read a knowledge base whose access is "key", and speak for its visitors.

create table access_keys (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  name text not null check (length(name) between 1 and 200),
  -- SHA-256 of the key, which is kept nowhere else. It is random, so there is nothing to guess or to salt.
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now(),
  -- Late by up to a minute, and never worth a failed request.
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, hash)
);

create unique index live_access_keys on access_keys (knowledge_base_id, name) where revoked_at is null;

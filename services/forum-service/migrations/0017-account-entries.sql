-- Audit entries of an account without forums, until it has one. Entries are listed by forum.
create table account_entries (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  done_at timestamptz not null default now(),
  done_by text not null check (length(done_by) between 1 and 200),
  door text not null check (door in ('desk', 'api', 'cli')),
  action text not null check (length(action) between 1 and 50),
  details jsonb not null default '{}',
  primary key (account_id, id)
);

-- How far imports are: a file is known by its hash, so the same command goes on where it was interrupted, and a file that
-- was imported is not imported again.
create table import_progress (
  forum_id bigint not null references forums on delete cascade,
  -- SHA-256.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  -- Those that are done; the rows that came of them were written in the same transactions.
  lines bigint not null default 0,
  dialogs bigint not null default 0,
  comments bigint not null default 0,
  votes bigint not null default 0,
  -- Dialogs with the title and the text of another.
  duplicates bigint not null default 0,
  refused bigint not null default 0,
  -- The first of them, each with its line and the reason.
  refusals jsonb not null default '[]',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (forum_id, file_hash)
);

-- Imports that were begun at the desk. Files are on the machine of the instance that received them, which alone goes on with
-- the job; a job whose heartbeat has stopped has ended with its process.
create table import_jobs (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- Of what was uploaded.
  file_name text not null check (length(file_name) between 1 and 255),
  started_by text not null check (length(started_by) between 1 and 200),
  created_at timestamptz not null default now(),
  -- Who wanted the import itself.
  decided_by text check (length(decided_by) between 1 and 200),
  decider_id bigint,
  state text not null check (
    state in ('checking', 'checked', 'wanted', 'importing', 'imported', 'stopping', 'stopped', 'discarded', 'failed',
      'interrupted')
  ),
  heartbeat_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Files unpacked, and guides read of so many.
  files integer not null default 0,
  guides_read integer not null default 0,
  guides integer,
  -- Why it failed.
  problem text check (length(problem) <= 10000),
  -- Of the dry run, then of the import.
  report jsonb,
  primary key (knowledge_base_id, id)
);

-- One at a time, so that a knowledge base takes no more room than one upload.
create unique index import_jobs_unfinished on import_jobs (knowledge_base_id)
  where state in ('checking', 'checked', 'wanted', 'importing', 'stopping');

-- docs/decisions/0039-plans-and-statistics.md
alter table import_jobs alter column knowledge_base_id set statistics 0;

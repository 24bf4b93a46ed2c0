-- Indexes of search engines beside this database, and what they have yet to hear of. The index in this database is fed
-- first; what leaves search_queue then waits here for each of the others, whether its engine is there or not.

create table search_indexes (
  id integer generated always as identity primary key,
  -- A hash of what makes the index what it is. Instances of another version have an index of their own.
  settings text not null unique,
  -- What it is called in the engine; no other database makes the same one.
  name text not null unique,
  -- Whether it was ever complete: until then, and while it is filled anew, this database answers.
  ready boolean not null default false,
  -- What the engine was last known to hold, and what may be on the way there. The engine says the one or the other,
  -- or it is not the engine that it was.
  position bigint not null default 0,
  sending bigint not null default 0,
  -- When an instance of its version was last there to feed it.
  last_used timestamptz not null default now()
);

create table search_backlog (
  index_id integer not null references search_indexes on delete cascade,
  tenant_id bigint not null,
  document_id bigint not null,
  -- As in search_queue.
  change bigint not null,
  queued_at timestamptz not null,
  set_aside text,
  primary key (index_id, tenant_id, document_id)
);

create index search_backlog_in_order on search_backlog (index_id, change) where set_aside is null;

-- What one spam action did, so that it can be undone as a whole within ten minutes. It holds numbers only.
create table spam_actions (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  done_at timestamptz not null default now(),
  done_by text not null check (length(done_by) between 1 and 200),
  posters bigint[] not null,
  -- Entries of deleted_posts.
  deleted_posts bigint[] not null,
  blocks bigint[] not null,
  -- Reports by these people, which were open.
  reports bigint[] not null,
  hosts bigint[] not null,
  primary key (forum_id, id)
);

create index spam_actions_by_age on spam_actions (done_at);

-- Sites that spam linked to. Posts that link to them wait for review.
create table held_hosts (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  host text not null check (length(host) between 3 and 253),
  learned_at timestamptz not null default now(),
  primary key (forum_id, id),
  unique (forum_id, host)
);

-- docs/decisions/0039-plans-and-statistics.md
alter table spam_actions alter column forum_id set statistics 0;
alter table held_hosts alter column forum_id set statistics 0;

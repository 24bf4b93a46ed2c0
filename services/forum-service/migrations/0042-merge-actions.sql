-- What one merge moved, so that it can be undone as a whole within ten minutes. It holds numbers, and folded tags; the rows
-- that it deleted are kept as those of deleted posts are.
create table merge_actions (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  done_at timestamptz not null default now(),
  done_by text not null check (length(done_by) between 1 and 200),
  -- The dialog that has everything now.
  into_id bigint not null,
  -- One record for each dialog that became part of it, in order.
  sources jsonb not null check (jsonb_typeof(sources) = 'array'),
  primary key (forum_id, id)
);

create index merge_actions_by_age on merge_actions (done_at);

-- Whether it was deleted since it became part of another one: nothing but undoing the merge restores it.
alter table deleted_posts add column merged boolean not null default false;

-- docs/decisions/0039-plans-and-statistics.md
alter table merge_actions alter column forum_id set statistics 0;

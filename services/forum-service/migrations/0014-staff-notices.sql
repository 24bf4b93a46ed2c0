-- What someone who works on a forum wants to be mailed about it, and what has been. It goes with the membership.
create table staff_notices (
  forum_id bigint not null references forums on delete cascade,
  -- The account of the forum.
  tenant_id bigint not null,
  person_id bigint not null,
  posts text not null check (posts in ('off', 'at-once', 'daily')),
  reports text not null check (reports in ('off', 'at-once', 'daily')),
  -- What was posted before is not in a daily message any more.
  told_until timestamptz not null default now(),
  -- Messages at once since the hour began.
  hour_began timestamptz not null default '-infinity',
  messages integer not null default 0,
  -- Since when posts wait for a message that sums up an hour with too many; null for none.
  summary_since timestamptz,
  primary key (forum_id, person_id),
  foreign key (tenant_id, person_id) references staff_memberships on delete cascade
);

create index staff_notices_of_member on staff_notices (tenant_id, person_id);
create index daily_notices on staff_notices (told_until) where posts = 'daily' or reports = 'daily';
create index summaries_of_notices on staff_notices (hour_began) where summary_since is not null;

-- Posts and reports that staff are about to be told of at once. Without foreign keys, so that nothing waits for them: what
-- is gone is skipped.
create table new_for_staff (
  id bigint generated always as identity primary key,
  forum_id bigint not null,
  dialog_id bigint not null,
  -- Null for a dialog, or a report of one.
  comment_id bigint,
  -- Null for a post.
  report_id bigint,
  -- The last person who was told.
  told_to bigint not null default 0,
  created_at timestamptz not null default now()
);

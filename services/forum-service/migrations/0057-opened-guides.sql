-- How often people opened a suggested guide while they wrote a post, and how often they then sent the post anyway.
create table opened_guides (
  forum_id bigint not null references forums on delete cascade,
  -- UTC.
  day date not null,
  -- The id in the API of the knowledge base.
  guide text not null check (length(guide) between 1 and 100),
  -- Of its page.
  address text not null check (length(address) between 1 and 2000),
  title text not null check (length(title) between 1 and 300),
  opened integer not null check (opened > 0),
  asked integer not null default 0 check (asked between 0 and opened),
  primary key (forum_id, day, guide)
);

create index opened_guides_by_day on opened_guides (day);

-- docs/decisions/0039-plans-and-statistics.md
alter table opened_guides alter column forum_id set statistics 0;

-- How often people say, while they write a post, that a guide of the knowledge base has answered their question.
create table helpful_guides (
  forum_id bigint not null references forums on delete cascade,
  -- UTC.
  day date not null,
  -- Of its page.
  address text not null check (length(address) between 1 and 2000),
  title text not null check (length(title) between 1 and 300),
  times integer not null check (times > 0),
  primary key (forum_id, day, address)
);

create index helpful_guides_by_day on helpful_guides (day);

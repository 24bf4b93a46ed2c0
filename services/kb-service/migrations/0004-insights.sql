-- What readers open, look for and miss (docs/decisions/0054-insights.md). Days are UTC days; of months that ended long
-- ago only the first day is left, with the sum of the month.

-- First, before the tables below lock those of guides.
create index guide_votes_by_time on guide_votes (knowledge_base_id, (coalesce(replaced_at, voted_at)))
  include (guide_id, vote);

create table guide_views (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  day date not null,
  views integer not null check (views > 0),
  primary key (knowledge_base_id, guide_id, day),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index guide_views_by_day on guide_views (knowledge_base_id, day) include (guide_id, views);

-- Of the last 30 days, so that a list can be sorted by them: added to with every batch, and summed up again every hour.
create table guide_recent_views (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  views bigint not null check (views > 0),
  primary key (knowledge_base_id, guide_id),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
) with (fillfactor = 50);

create table search_queries (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  -- HMAC of the folded words: what fewer than three visitors have typed is stored nowhere.
  query bytea not null check (octet_length(query) = 16),
  -- Null until visitors of three groups have asked.
  words text check (length(words) between 1 and 100),
  -- A visitor is in one of 16 groups, another one for each query: bit n stands for group n.
  visitor_groups integer not null check (visitor_groups between 1 and 65535),
  asked_on date not null,
  primary key (knowledge_base_id, query)
);

create index rare_search_queries on search_queries (knowledge_base_id, asked_on) where words is null;

-- Of all queries, also of those that are forgotten.
create table search_totals (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  day date not null,
  searches integer not null check (searches > 0),
  in_vain integer not null check (in_vain between 0 and searches),
  primary key (knowledge_base_id, day)
);

create table search_counts (
  knowledge_base_id bigint not null,
  query bytea not null,
  day date not null,
  searches integer not null check (searches > 0),
  -- Those that found nothing.
  in_vain integer not null check (in_vain between 0 and searches),
  primary key (knowledge_base_id, query, day),
  foreign key (knowledge_base_id, query) references search_queries (knowledge_base_id, query) on delete cascade
);

create index search_counts_by_day on search_counts (knowledge_base_id, day) include (query, searches, in_vain);

-- What readers missed who answered "No". There is one comment for each vote.
create table guide_comments (
  knowledge_base_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  guide_id bigint not null,
  voter bytea not null,
  comment text not null check (length(comment) between 1 and 500),
  commented_at timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, guide_id, voter),
  foreign key (knowledge_base_id, guide_id, voter) references guide_votes (knowledge_base_id, guide_id, voter)
    on delete cascade
);

-- docs/decisions/0039-plans-and-statistics.md
alter table guide_views alter column knowledge_base_id set statistics 0;
alter table guide_recent_views alter column knowledge_base_id set statistics 0;
alter table search_queries alter column knowledge_base_id set statistics 0;
alter table search_totals alter column knowledge_base_id set statistics 0;
alter table search_counts alter column knowledge_base_id set statistics 0;
alter table guide_comments alter column knowledge_base_id set statistics 0;

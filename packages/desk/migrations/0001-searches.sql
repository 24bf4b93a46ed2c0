-- What people search for (docs/decisions/0054-insights.md). Tenants are those of the service. Days are UTC days; of months
-- that ended long ago only the first day is left, with the sum of the month.

create table searched_queries (
  tenant_id bigint not null,
  -- HMAC of the folded words: what fewer than three visitors have typed is stored nowhere.
  query bytea not null check (octet_length(query) = 16),
  -- Null until visitors of three groups have asked.
  words text check (length(words) between 1 and 100),
  -- A visitor is in one of 16 groups, another one for each query: bit n stands for group n.
  visitor_groups integer not null check (visitor_groups between 1 and 65535),
  asked_on date not null,
  primary key (tenant_id, query)
);

create index rare_searched_queries on searched_queries (tenant_id, asked_on) where words is null;

-- Of all queries, also of those that are forgotten.
create table searches_by_day (
  tenant_id bigint not null,
  day date not null,
  searches integer not null check (searches > 0),
  -- Those that found nothing.
  in_vain integer not null check (in_vain between 0 and searches),
  primary key (tenant_id, day)
);

create table searches_by_query (
  tenant_id bigint not null,
  query bytea not null,
  day date not null,
  searches integer not null check (searches > 0),
  in_vain integer not null check (in_vain between 0 and searches),
  primary key (tenant_id, query, day),
  foreign key (tenant_id, query) references searched_queries (tenant_id, query) on delete cascade
);

create index searches_by_query_and_day on searches_by_query (tenant_id, day) include (query, searches, in_vain);

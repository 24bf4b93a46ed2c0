-- How programs use a tenant by MCP (docs/decisions/0054-insights.md): by their own names, and by no address. Days are UTC
-- days; of months that ended long ago only the first day is left, with the sum of the month.

create table program_uses (
  tenant_id bigint not null,
  -- Empty for programs without a name, and for those beyond the most names of a tenant.
  program text not null check (length(program) <= 60),
  day date not null,
  reads integer not null check (reads >= 0),
  searches integer not null check (searches >= 0),
  -- Those that found nothing.
  in_vain integer not null check (in_vain between 0 and searches),
  primary key (tenant_id, program, day)
);

-- What they search for in vain.
create table program_queries (
  tenant_id bigint not null,
  -- HMAC of the folded words: what was asked for fewer than three times is stored nowhere.
  query bytea not null check (octet_length(query) = 16),
  -- Null until it was asked for three times.
  words text check (length(words) between 1 and 100),
  times integer not null check (times > 0),
  asked_on date not null,
  primary key (tenant_id, query)
);

create index rare_program_queries on program_queries (tenant_id, asked_on) where words is null;

create table program_queries_by_day (
  tenant_id bigint not null,
  query bytea not null,
  day date not null,
  in_vain integer not null check (in_vain > 0),
  primary key (tenant_id, query, day),
  foreign key (tenant_id, query) references program_queries (tenant_id, query) on delete cascade
);

create index program_queries_by_day_and_query on program_queries_by_day (tenant_id, day) include (query, in_vain);

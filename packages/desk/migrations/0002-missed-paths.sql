-- Paths at which visitors found nothing, counted as searches are (docs/decisions/0054-insights.md).
create table missed_paths (
  tenant_id bigint not null,
  -- HMAC of the path: one that fewer than three visitors have asked for is stored nowhere.
  path_hash bytea not null check (octet_length(path_hash) = 16),
  -- Null until visitors of three groups have asked.
  path text check (length(path) between 1 and 200),
  visitor_groups integer not null check (visitor_groups between 1 and 65535),
  asked_on date not null,
  primary key (tenant_id, path_hash)
);

create index rare_missed_paths on missed_paths (tenant_id, asked_on) where path is null;

create table misses_by_path (
  tenant_id bigint not null,
  path_hash bytea not null,
  day date not null,
  misses integer not null check (misses > 0),
  primary key (tenant_id, path_hash, day),
  foreign key (tenant_id, path_hash) references missed_paths (tenant_id, path_hash) on delete cascade
);

create index misses_by_path_and_day on misses_by_path (tenant_id, day) include (path_hash, misses);

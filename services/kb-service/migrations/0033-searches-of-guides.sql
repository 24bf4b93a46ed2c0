-- Searches from whose results readers have opened guides (docs/decisions/0054-insights.md). Days are as those of guide_views.
create table guide_searches (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  -- As in searched_queries, which has the words once three visitors have made the search.
  query bytea not null check (octet_length(query) = 16),
  day date not null,
  times integer not null check (times > 0),
  primary key (knowledge_base_id, guide_id, query, day),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

-- docs/decisions/0039-plans-and-statistics.md
alter table guide_searches alter column knowledge_base_id set statistics 0;

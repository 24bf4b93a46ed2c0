-- Searches are counted in tables that both services have (packages/insights).
insert into searched_queries (tenant_id, query, words, visitor_groups, asked_on)
select knowledge_base_id, query, words, visitor_groups, asked_on from search_queries;

insert into searches_by_day (tenant_id, day, searches, in_vain)
select knowledge_base_id, day, searches, in_vain from search_totals;

insert into searches_by_query (tenant_id, query, day, searches, in_vain)
select knowledge_base_id, query, day, searches, in_vain from search_counts;

drop table search_counts, search_totals, search_queries;

-- docs/decisions/0039-plans-and-statistics.md
alter table searched_queries alter column tenant_id set statistics 0;
alter table searches_by_day alter column tenant_id set statistics 0;
alter table searches_by_query alter column tenant_id set statistics 0;

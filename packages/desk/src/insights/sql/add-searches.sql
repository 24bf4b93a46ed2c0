-- $1: array of searches by query and day, in the order of the rows to lock. The words of a query are stored when
-- visitors of $2 groups have asked it.
with asked as materialized (
  select s.tenant_id, decode(s.query, 'hex') as query, s.words, s.visitor_groups, s.day, s.searches, s.in_vain
  from json_to_recordset($1) as s (
    tenant_id bigint, query text, words text, visitor_groups integer, day date, searches integer, in_vain integer
  )
),
queries as (
  insert into searched_queries as present (tenant_id, query, words, visitor_groups, asked_on)
  select a.tenant_id, a.query,
    case when bit_count(bit_or(a.visitor_groups)::bit(16)) >= $2 then min(a.words) end,
    bit_or(a.visitor_groups), max(a.day)
  from asked a
  group by a.tenant_id, a.query
  order by a.tenant_id, a.query
  on conflict (tenant_id, query) do update
    set visitor_groups = present.visitor_groups | excluded.visitor_groups,
      asked_on = greatest(present.asked_on, excluded.asked_on),
      words = coalesce(present.words, case
        when bit_count((present.visitor_groups | excluded.visitor_groups)::bit(16)) >= $2 then (
          select min(a.words) from asked a where a.tenant_id = excluded.tenant_id and a.query = excluded.query
        )
      end)
),
totals as (
  insert into searches_by_day as present (tenant_id, day, searches, in_vain)
  select tenant_id, day, sum(searches), sum(in_vain)
  from asked
  group by tenant_id, day
  order by tenant_id, day
  on conflict (tenant_id, day) do update
    set searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain
)
insert into searches_by_query as present (tenant_id, query, day, searches, in_vain)
select tenant_id, query, day, searches, in_vain
from asked
order by tenant_id, query, day
on conflict (tenant_id, query, day) do update
  set searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain

-- $1: array of searches by query and day, in the order of the rows to lock. The words of a query are stored when visitors
-- of three groups have asked it.
with asked as materialized (
  select s.knowledge_base_id, decode(s.query, 'hex') as query, s.words, s.visitor_groups, s.day, s.searches, s.in_vain
  from json_to_recordset($1) as s (
    knowledge_base_id bigint, query text, words text, visitor_groups integer, day date, searches integer,
    in_vain integer
  )
  join knowledge_bases k on k.id = s.knowledge_base_id
),
queries as (
  insert into search_queries as present (knowledge_base_id, query, words, visitor_groups, asked_on)
  select a.knowledge_base_id, a.query,
    case when bit_count(bit_or(a.visitor_groups)::bit(16)) >= 3 then min(a.words) end,
    bit_or(a.visitor_groups), max(a.day)
  from asked a
  group by a.knowledge_base_id, a.query
  order by a.knowledge_base_id, a.query
  on conflict (knowledge_base_id, query) do update
    set visitor_groups = present.visitor_groups | excluded.visitor_groups,
      asked_on = greatest(present.asked_on, excluded.asked_on),
      words = coalesce(present.words, case
        when bit_count((present.visitor_groups | excluded.visitor_groups)::bit(16)) >= 3 then (
          select min(a.words) from asked a
          where a.knowledge_base_id = excluded.knowledge_base_id and a.query = excluded.query
        )
      end)
),
totals as (
  insert into search_totals as present (knowledge_base_id, day, searches, in_vain)
  select knowledge_base_id, day, sum(searches), sum(in_vain)
  from asked
  group by knowledge_base_id, day
  order by knowledge_base_id, day
  on conflict (knowledge_base_id, day) do update
    set searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain
)
insert into search_counts as present (knowledge_base_id, query, day, searches, in_vain)
select knowledge_base_id, query, day, searches, in_vain
from asked
order by knowledge_base_id, query, day
on conflict (knowledge_base_id, query, day) do update
  set searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain

-- $1: array of searches that found nothing, by query and day, in the order of the rows to lock. The words of a query
-- are stored when it was asked for in half hours of $2 groups.
with asked as materialized (
  select s.tenant_id, decode(s.query, 'hex') as query, s.words, s.half_hours, s.day, s.in_vain
  from json_to_recordset($1) as s (
    tenant_id bigint, query text, words text, half_hours integer, day date, in_vain integer
  )
),
queries as (
  insert into program_queries as present (tenant_id, query, words, half_hours, asked_on)
  select a.tenant_id, a.query,
    case when bit_count(bit_or(a.half_hours)::bit(16)) >= $2 then min(a.words) end,
    bit_or(a.half_hours), max(a.day)
  from asked a
  group by a.tenant_id, a.query
  order by a.tenant_id, a.query
  on conflict (tenant_id, query) do update
    set half_hours = present.half_hours | excluded.half_hours,
      asked_on = greatest(present.asked_on, excluded.asked_on),
      words = coalesce(present.words, case
        when bit_count((present.half_hours | excluded.half_hours)::bit(16)) >= $2 then (
          select min(a.words) from asked a where a.tenant_id = excluded.tenant_id and a.query = excluded.query
        )
      end)
)
insert into program_queries_by_day as present (tenant_id, query, day, in_vain)
select tenant_id, query, day, in_vain
from asked
order by tenant_id, query, day
on conflict (tenant_id, query, day) do update set in_vain = present.in_vain + excluded.in_vain

-- $1: array of misses by path and day, in the order of the rows to lock. A path is stored when visitors of $2 groups
-- have asked for it.
with asked as materialized (
  select m.tenant_id, decode(m.path_hash, 'hex') as path_hash, m.path, m.visitor_groups, m.day, m.misses
  from json_to_recordset($1) as m (
    tenant_id bigint, path_hash text, path text, visitor_groups integer, day date, misses integer
  )
),
paths as (
  insert into missed_paths as present (tenant_id, path_hash, path, visitor_groups, asked_on)
  select a.tenant_id, a.path_hash,
    case when bit_count(bit_or(a.visitor_groups)::bit(16)) >= $2 then min(a.path) end,
    bit_or(a.visitor_groups), max(a.day)
  from asked a
  group by a.tenant_id, a.path_hash
  order by a.tenant_id, a.path_hash
  on conflict (tenant_id, path_hash) do update
    set visitor_groups = present.visitor_groups | excluded.visitor_groups,
      asked_on = greatest(present.asked_on, excluded.asked_on),
      path = coalesce(present.path, case
        when bit_count((present.visitor_groups | excluded.visitor_groups)::bit(16)) >= $2 then (
          select min(a.path) from asked a where a.tenant_id = excluded.tenant_id and a.path_hash = excluded.path_hash
        )
      end)
)
insert into misses_by_path as present (tenant_id, path_hash, day, misses)
select tenant_id, path_hash, day, misses
from asked
order by tenant_id, path_hash, day
on conflict (tenant_id, path_hash, day) do update set misses = present.misses + excluded.misses

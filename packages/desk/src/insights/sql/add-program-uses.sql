-- $1: array of uses by program and day. On each day a tenant has the names of $2 programs at most; what others do
-- counts as done by one without a name.
with asked as materialized (
  select s.tenant_id, s.program, s.day, s.reads, s.searches, s.in_vain
  from json_to_recordset($1) as s (
    tenant_id bigint, program text, day date, reads integer, searches integer, in_vain integer
  )
),
names as (
  select a.*, exists (
      select from program_uses u where u.tenant_id = a.tenant_id and u.program = a.program and u.day = a.day
    ) as is_known
  from asked a
),
placed as (
  select n.*, row_number() over (
      partition by n.tenant_id, n.day, n.is_known, n.program = '' order by n.program
    ) + (
      select count(*) from program_uses u where u.tenant_id = n.tenant_id and u.day = n.day and u.program <> ''
    ) as place
  from names n
),
named as (
  select p.tenant_id, case when p.is_known or p.place <= $2 then p.program else '' end as program, p.day,
    sum(p.reads) as reads, sum(p.searches) as searches, sum(p.in_vain) as in_vain
  from placed p
  group by 1, 2, 3
)
insert into program_uses as present (tenant_id, program, day, reads, searches, in_vain)
select tenant_id, program, day, reads, searches, in_vain
from named
order by tenant_id, program, day
on conflict (tenant_id, program, day) do update
  set reads = present.reads + excluded.reads, searches = present.searches + excluded.searches,
    in_vain = present.in_vain + excluded.in_vain

-- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
with old as (
  delete from searches_by_query
  where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
    or day < date_trunc('month', $2::date)
  returning tenant_id, query, date_trunc('month', day)::date as month, day, searches, in_vain
)
insert into searches_by_query as present (tenant_id, query, day, searches, in_vain)
select tenant_id, query, month, sum(searches), sum(in_vain)
from old
where day >= date_trunc('month', $2::date)
group by tenant_id, query, month
order by tenant_id, query, month
on conflict (tenant_id, query, day) do update
  set searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain

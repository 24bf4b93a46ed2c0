-- Each engine index: readiness, backlog and its age (seconds), rejected documents, and seconds since it was last fed.
select i.name, i.ready,
  coalesce(b.waiting, 0) as waiting,
  b.oldest,
  coalesce(b.set_aside, 0) as set_aside,
  extract(epoch from now() - i.last_used)::float8 as unused
from search_indexes i
left join (
  select index_id,
    count(*) filter (where set_aside is null) as waiting,
    extract(epoch from now() - min(queued_at) filter (where set_aside is null))::float8 as oldest,
    count(*) filter (where set_aside is not null) as set_aside
  from search_backlog
  group by index_id
) b on b.index_id = i.id
order by i.id

-- Of the index in the database and each engine index: pending changes, the age of the oldest (seconds), and documents that
-- were set aside.
select 'postgresql' as index,
  count(*) filter (where set_aside is null) as waiting,
  coalesce(extract(epoch from now() - min(queued_at) filter (where set_aside is null)), 0)::float8 as oldest,
  count(*) filter (where set_aside is not null) as set_aside
from search_queue
union all
select i.name,
  count(b.change) filter (where b.set_aside is null),
  coalesce(extract(epoch from now() - min(b.queued_at) filter (where b.set_aside is null)), 0)::float8,
  count(b.change) filter (where b.set_aside is not null)
from search_indexes i
left join search_backlog b on b.index_id = i.id
group by i.name

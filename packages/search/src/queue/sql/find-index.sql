-- The index for settings $1, whether it has a backlog, and whether it was unused for a minute.
select i.id, i.name, i.ready, i.position, i.sending,
  exists (select from search_backlog b where b.index_id = i.id and b.set_aside is null) as waiting,
  i.last_used < now() - interval '1 minute' as unseen
from search_indexes i
where i.settings = $1

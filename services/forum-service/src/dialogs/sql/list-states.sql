-- The states in use among visible dialogs, at most $2, each found by one index lookup.
with recursive found as (
  select 1 as place, (
      select d.state
      from dialogs d
      where d.forum_id = $1 and not d.archived and d.state is not null
      order by d.state
      limit 1
    ) as state
  union all
  select f.place + 1, (
      select d.state
      from dialogs d
      where d.forum_id = $1 and not d.archived and d.state > f.state
      order by d.state
      limit 1
    )
  from found f
  where f.state is not null and f.place < $2
)
select f.state as name
from found f
where f.state is not null

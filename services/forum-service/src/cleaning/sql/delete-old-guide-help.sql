-- Counts of guides that helped more than 25 months ago, at most $1.
delete from helpful_guides h
using (
  select o.forum_id, o.day, o.address
  from helpful_guides o
  where o.day < now() - interval '25 months'
  order by o.day
  limit $1
  for update skip locked
) old
where h.forum_id = old.forum_id and h.day = old.day and h.address = old.address

-- In the order of their ids, as views are written. As strong as deleting them or changing what tags refer to needs it, so
-- that no lock is made stronger later: whoever has begun to post to them is finished first.
select d.id, d.topic, d.archived, d.held
from dialogs d
where d.forum_id = $1 and d.id = any($2::bigint[])
order by d.id
for update

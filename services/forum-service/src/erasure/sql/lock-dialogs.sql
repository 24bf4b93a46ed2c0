-- In the order of their ids, as everybody locks them.
select d.id
from dialogs d
where d.forum_id = $1 and d.id = any ($2::bigint[])
order by d.id
for update

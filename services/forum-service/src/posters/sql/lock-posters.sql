-- Waits for posts under way and blocks new ones.
select p.id
from posters p
where p.forum_id = $1 and p.id = any ($2::bigint[])
order by p.id
for update

-- Not those who post at this moment: they are locked before what they post to, and waiting for them would be the wrong
-- way round.
select p.id
from posters p
where p.forum_id = $1 and p.id = any($2::bigint[])
order by p.id
for update skip locked

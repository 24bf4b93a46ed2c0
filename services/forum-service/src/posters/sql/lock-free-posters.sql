-- Skips posters with a post under way: it locks them before the dialog, so waiting here could deadlock.
select p.id
from posters p
where p.forum_id = $1 and p.id = any($2::bigint[])
order by p.id
for update skip locked

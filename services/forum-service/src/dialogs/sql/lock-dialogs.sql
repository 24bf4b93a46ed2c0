-- In order of id, as views are written. As strong as deleting or changing tags needs, so that no lock is upgraded later;
-- posts already under way finish first.
select d.id, d.topic, d.archived, d.held
from dialogs d
where d.forum_id = $1 and d.id = any($2::bigint[])
order by d.id
for update

-- Which files exist, by forums $1 and tokens $2.
select f.forum_id, f.token
from files f
join unnest($1::bigint[], $2::text[]) as asked (forum_id, token) using (forum_id, token)

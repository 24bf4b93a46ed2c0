-- Which files exist, by forums $1 and tokens $2. Those of a forum that has moved are used elsewhere.
select f.forum_id, f.token
from files f
join unnest($1::bigint[], $2::text[]) as asked (forum_id, token) using (forum_id, token)
union
select asked.forum_id, asked.token
from unnest($1::bigint[], $2::text[]) as asked (forum_id, token)
join tenant_moves m on asked.forum_id = any(m.files_of)

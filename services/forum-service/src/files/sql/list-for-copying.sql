-- Files posted since $3, of all forums, in batches of $4 after forum $1 and token $2.
select f.forum_id, f.token, f.media_type, f.bytes
from files f
where (f.forum_id, f.token) > ($1::bigint, $2::text) and f.posted_at >= $3::timestamptz
order by f.forum_id, f.token
limit $4

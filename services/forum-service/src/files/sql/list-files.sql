-- Newest first, with the key each was posted with.
select f.token, f.media_type, f.bytes, f.name, k.name as access_key, f.posted_at
from files f
join forums o on o.id = f.forum_id
join access_keys k on k.account_id = o.account_id and k.id = f.access_key_id
where f.forum_id = $1
order by f.posted_at desc, f.token

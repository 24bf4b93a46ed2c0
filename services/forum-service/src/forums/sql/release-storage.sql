update accounts a
set stored_bytes = a.stored_bytes - (select coalesce(sum(f.bytes), 0) from files f where f.forum_id = $1)
from forums o
where o.id = $1 and a.id = o.account_id

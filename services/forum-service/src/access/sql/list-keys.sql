select id, name, scope, created_at, last_used_at, revoked_at
from access_keys
where account_id = $1
order by id

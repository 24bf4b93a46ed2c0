select id, hash
from access_keys
where account_id = $1 and revoked_at is null
order by id

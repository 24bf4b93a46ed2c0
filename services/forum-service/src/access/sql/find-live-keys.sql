select k.id, k.hash, k.name, k.scope
from access_keys k
join accounts a on a.id = k.account_id
where k.account_id = $1 and k.revoked_at is null and a.allows_keys
order by k.id

select a.id, a.name, a.allows_metadata, a.allows_keys
from forums f
join accounts a on a.id = f.account_id
where f.id = $1

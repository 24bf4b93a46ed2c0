select id, name, allows_metadata, allows_keys
from accounts
where name = $1

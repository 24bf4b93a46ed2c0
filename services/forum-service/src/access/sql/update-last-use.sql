-- $1 accounts, $2 keys, $3 times; the latest time wins, in any order of writes.
update access_keys k
set last_used_at = used.at
from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as used (account_id, id, at)
where k.account_id = used.account_id and k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)

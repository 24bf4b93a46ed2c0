-- Files whose name before its ending contains the address (pattern $2), identified by size since they have no id.
select f.bytes as id
from files f
where f.forum_id = $1 and regexp_replace(f.name, '\.[^.]*$', '') collate "und-x-icu" ~* $2
order by f.bytes, f.token

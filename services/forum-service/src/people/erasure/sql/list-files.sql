-- Files whose name holds the address ($2 finds it) in front of its ending, by their lengths: they have no numbers.
select f.bytes as id
from files f
where f.forum_id = $1 and regexp_replace(f.name, '\.[^.]*$', '') collate "und-x-icu" ~* $2
order by f.bytes, f.token

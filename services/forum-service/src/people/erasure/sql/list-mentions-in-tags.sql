-- Tags with the address (pattern $2) in the name. Most contain no address at all, which is checked first.
select o.id
from tags o
where o.forum_id = $1 and strpos(o.name, '@') > 0 and o.name collate "und-x-icu" ~* $2
order by o.id

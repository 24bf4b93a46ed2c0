-- Votes with the address (pattern $2) in a name, by dialog. Most contain no address at all, which is checked first.
select o.dialog_id as id
from votes o
where o.forum_id = $1 and strpos(o.author_name, '@') > 0 and o.author_name collate "und-x-icu" ~* $2
order by o.dialog_id

-- Imports with the address (pattern $2) in a refusal, identified by lines done since they have no id. Most contain no
-- address at all, which is checked first.
select o.lines as id
from import_progress o
where o.forum_id = $1 and strpos(o.refusals::text, '@') > 0 and o.refusals::text collate "und-x-icu" ~* $2
order by o.lines

-- Audit entries with the address (pattern $2). Most contain no address at all, which is checked first.
select o.id
from audit_entries o
where o.forum_id = $1 and strpos(o.details::text, '@') > 0 and o.details::text collate "und-x-icu" ~* $2
order by o.id

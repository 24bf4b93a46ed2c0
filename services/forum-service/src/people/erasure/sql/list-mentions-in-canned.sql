-- Canned answers with the address (pattern $2). Most contain no address at all, which is checked first.
select o.id
from canned_answers o
cross join lateral (select concat_ws(' ', o.name, o.text) collate "und-x-icu" as texts) c
where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
order by o.id

-- Dialogs with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
select o.id
from dialogs o
cross join lateral (
  select concat_ws(' ', o.title, o.text, o.author_name, o.work_title, o.state, o.former_state,
    o.metadata) collate "und-x-icu" as texts
) c
where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
order by o.id

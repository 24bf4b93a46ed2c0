-- Kept rows with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
select k.id
from deleted_rows k
cross join lateral (
  select string_agg(t.value, ' ') collate "und-x-icu" as texts
  from jsonb_each_text(k.stored) t
  where t.key <> 'text_html'
) c
where k.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
order by k.id

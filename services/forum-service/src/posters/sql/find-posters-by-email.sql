-- Posters with the folded e-mail address $2.
select p.id
from posters p
where p.forum_id = $1 and lower(normalize(p.email) collate "und-x-icu") = $2
order by p.id

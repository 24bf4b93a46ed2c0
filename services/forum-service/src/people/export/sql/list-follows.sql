-- $2 folded e-mail address
select f.dialog_id, f.email as useremail, f.confirmed, f.followed_at
from followers f
where f.forum_id = $1 and lower(normalize(f.email) collate "und-x-icu") = $2
order by f.id

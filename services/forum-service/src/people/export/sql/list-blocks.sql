-- $2 folded e-mail address
select b.email as useremail, b.blocked_at
from blocked_senders b
where b.forum_id = $1 and lower(normalize(b.email) collate "und-x-icu") = $2
order by b.id

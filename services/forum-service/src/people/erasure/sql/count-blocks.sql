-- $2 folded e-mail address
select count(*) as blocks
from blocked_senders b
where b.forum_id = $1 and lower(normalize(b.email) collate "und-x-icu") = $2

-- $2 folded e-mail address
select c.email as useremail, c.name, c.confirmed_at
from confirmed_addresses c
where c.forum_id = $1 and c.email = $2

-- $2 person
update staff_notices n
set posts = 'off', reports = 'off', summary_since = null
from staff_people p
where n.forum_id = $1 and n.person_id = $2 and p.id = n.person_id and (n.posts <> 'off' or n.reports <> 'off')
returning p.email_folded as email

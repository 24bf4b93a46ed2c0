-- Of a day, also what has been sent. $1 tenant, $2 what it is about
select count(*) as messages
from outgoing_mail
where tenant_id = $1 and about = $2 and created_at > now() - interval '1 day'

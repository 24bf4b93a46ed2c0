-- A row while the person $2 wants mail.
select n.person_id
from staff_notices n
where n.forum_id = $1 and n.person_id = $2 and (n.posts <> 'off' or n.reports <> 'off')

-- $2 person
select n.posts, n.reports
from staff_notices n
where n.forum_id = $1 and n.person_id = $2

select a.id, a.name, a.text
from canned_answers a
where a.forum_id = $1
order by a.name, a.id

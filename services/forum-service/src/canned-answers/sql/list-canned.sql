select a.id, a.name, a.text
from canned_answers a
where a.forum_id = $1

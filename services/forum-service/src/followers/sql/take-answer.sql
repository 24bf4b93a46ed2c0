select n.id, n.forum_id, n.dialog_id, n.comment_id, n.told_to
from new_answers n
order by n.id
limit 1
for update skip locked

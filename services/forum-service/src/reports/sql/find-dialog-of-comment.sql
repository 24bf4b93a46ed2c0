-- $1 forum, $2 comment
select c.dialog_id, not c.held and not d.held as visible
from comments c
join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
where c.forum_id = $1 and c.id = $2

select ${columns:raw}
from comments c
join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id and ($4 or not d.held)
where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held

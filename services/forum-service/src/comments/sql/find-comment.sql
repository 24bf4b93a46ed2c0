select ${columns:raw}
from comments c
where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held

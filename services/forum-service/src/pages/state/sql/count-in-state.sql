select count(*) as dialogs
from dialogs c
where c.forum_id = $1 and not c.archived and c.state = $4

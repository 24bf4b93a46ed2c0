-- A dialog that is not held.
select ${columns:raw}
from dialogs d
where d.forum_id = $1 and d.id = $2 and not d.held

-- A comment of the dialog $2, held or not.
select ${columns:raw}
from comments c
where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2

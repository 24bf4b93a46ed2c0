select c.text, c.markdown, c.dialog_id, c.held
from comments c
where c.forum_id = $1 and c.id = $2

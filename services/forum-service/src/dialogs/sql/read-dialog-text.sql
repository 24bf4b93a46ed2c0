select d.title, d.text, d.markdown
from dialogs d
where d.forum_id = $1 and d.id = $2

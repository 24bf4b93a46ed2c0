select d.title, d.text, d.markdown, d.metadata
from dialogs d
where d.forum_id = $1 and d.id = $2

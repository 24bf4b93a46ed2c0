select o.id, o.dialog_id, o.comment_id, o.title, o.text, o.metadata, o.edited_at, o.edited_by
from originals o
where o.forum_id = $1 and o.dialog_id = $2
order by o.id desc

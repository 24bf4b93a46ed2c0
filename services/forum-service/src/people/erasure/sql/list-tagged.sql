select distinct l.dialog_id
from dialog_tags l
where l.forum_id = $1 and l.tag_id = any ($2::bigint[])
order by l.dialog_id

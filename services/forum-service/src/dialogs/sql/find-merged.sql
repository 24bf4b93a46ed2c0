select m.dialog_id
from merged_dialogs m
where m.forum_id = $1 and m.id = $2

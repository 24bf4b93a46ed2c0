select count(*) as dialogs
from dialog_tags x
where x.forum_id = $1 and x.archived = any($5)
  and x.tag_id = (select t.id from tags t where t.forum_id = $1 and t.folded_name = $4)

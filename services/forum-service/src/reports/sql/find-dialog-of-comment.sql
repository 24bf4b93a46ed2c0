-- $1 forum, $2 comment
select dialog_id
from comments
where forum_id = $1 and id = $2

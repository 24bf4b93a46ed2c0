select t.name, t.dialogs, t.is_public
from tags t
where t.forum_id = $1 and t.folded_name = $2 and t.is_public

select coalesce(sum(t.dialogs), 0) as dialogs
from topic_counts t
where t.forum_id = $1

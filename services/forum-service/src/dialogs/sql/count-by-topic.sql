select coalesce(sum(c.dialogs), 0)::bigint as dialogs
from topic_counts c
where c.forum_id = $1 and c.topic = any($4) and c.archived = any($5)

-- $1 forum, $2 an array of objects
update topic_counts c
set dialogs = c.dialogs - n.dialogs
from json_to_recordset($2) as n (archived boolean, topic text, dialogs integer)
where c.forum_id = $1 and c.archived = n.archived and c.topic = n.topic

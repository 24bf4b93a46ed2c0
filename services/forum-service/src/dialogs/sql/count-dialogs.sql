-- $1 forum, $2 an array of objects
insert into topic_counts as c (forum_id, archived, topic, dialogs)
select $1, n.archived, n.topic, n.dialogs
from json_to_recordset($2) as n (archived boolean, topic text, dialogs integer)
order by n.archived, n.topic collate "C"
on conflict (forum_id, archived, topic) do update set dialogs = c.dialogs + excluded.dialogs

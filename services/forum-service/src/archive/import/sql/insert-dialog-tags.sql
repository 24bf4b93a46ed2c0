-- $1 forum, $2 an array of objects
insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
select $1, c.dialog_id, c.tag_id, c.archived, c.pub_date
from json_to_recordset($2) as c (dialog_id bigint, tag_id bigint, archived boolean, pub_date timestamptz)

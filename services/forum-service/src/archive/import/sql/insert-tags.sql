-- $1 forum, $2 an array of objects. An existing tag keeps its spelling and becomes public if the archive says so.
insert into tags as t (forum_id, name, folded_name, is_public, dialogs)
select $1, n.name, n.folded, n.is_public, n.dialogs
from json_to_recordset($2) as n (name text, folded text, is_public boolean, dialogs integer)
order by n.folded collate "C"
on conflict (forum_id, folded_name)
  do update set dialogs = t.dialogs + excluded.dialogs, is_public = t.is_public or excluded.is_public
returning t.id, t.folded_name

-- $1 forum, $2 its slug, $3 editor, $4 command, $5 array of events
insert into audit_entries (forum_id, slug, done_by, action, dialog_id, comment_id, details)
select $1, $2, $3, $4, e.dialog_id, e.comment_id, coalesce(e.details, '{}')
from rows from (
  json_to_recordset($5) as (dialog_id bigint, comment_id bigint, details jsonb)
) with ordinality as e (dialog_id, comment_id, details, place)
order by e.place

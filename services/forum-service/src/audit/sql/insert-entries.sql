-- $1 forum, $2 its slug, $3 who, $4 door, $5 action, $6 array of events
insert into audit_entries (forum_id, slug, done_by, door, action, dialog_id, comment_id, details)
select $1, $2, $3, $4, $5, e.dialog_id, e.comment_id, coalesce(e.details, '{}')
from rows from (
  json_to_recordset($6) as (dialog_id bigint, comment_id bigint, details jsonb)
) with ordinality as e (dialog_id, comment_id, details, place)
order by e.place

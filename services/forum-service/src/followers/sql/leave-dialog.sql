-- $2 dialog, $3 person; also where the dialog is deleted and may be restored.
with kept as (
  delete from deleted_rows
  where forum_id = $1 and kind = 'followers' and (stored ->> 'dialog_id')::bigint = $2 and (stored ->> 'person')::bytea = $3
)
delete from followers
where forum_id = $1 and dialog_id = $2 and person = $3

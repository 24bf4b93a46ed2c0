-- Also where the dialog is deleted and may be restored.
with kept as (
  delete from deleted_rows
  where forum_id = $1 and kind = 'followers' and (stored ->> 'id')::bigint = $2
)
delete from followers
where forum_id = $1 and id = $2

-- The addresses of the dialog $2, and of those that were merged into it, lead to $3.
with moved as (
  update merged_dialogs m
  set dialog_id = $3
  where m.forum_id = $1 and m.dialog_id = $2
)
insert into merged_dialogs (forum_id, id, dialog_id)
values ($1, $2, $3)
on conflict (forum_id, id) do update set dialog_id = excluded.dialog_id, merged_at = now()

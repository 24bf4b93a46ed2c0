-- Tags the dialog of the deleted post $2 again, with tags that may have been deleted since.
with kept as (
  select (k.stored ->> 'dialog_id')::bigint as dialog_id, (k.stored ->> 'archived')::boolean as archived,
    (k.stored ->> 'pub_date')::timestamptz as pub_date, k.stored ->> 'name' as name,
    k.stored ->> 'folded_name' as folded_name, (k.stored ->> 'is_public')::boolean as is_public
  from deleted_rows k
  where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'dialog_tags'
),
found as (
  insert into tags as t (forum_id, name, folded_name, is_public, dialogs)
  select $1, k.name, k.folded_name, k.is_public, case when k.archived then 0 else 1 end
  from kept k
  order by k.folded_name
  on conflict (forum_id, folded_name) do update set dialogs = t.dialogs + excluded.dialogs
  returning t.id, t.folded_name
)
insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
select $1, k.dialog_id, f.id, k.archived, k.pub_date
from kept k
join found f on f.folded_name = k.folded_name

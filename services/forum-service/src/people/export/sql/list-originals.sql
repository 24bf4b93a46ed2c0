-- Earlier texts of the dialogs and comments of the posters $2.
select o.dialog_id, o.comment_id, o.title, o.text, o.metadata, o.edited_at
from originals o
left join comments c on c.forum_id = o.forum_id and c.id = o.comment_id
join dialogs d on d.forum_id = o.forum_id and d.id = o.dialog_id
where o.forum_id = $1
  and case when o.comment_id is null then d.poster_id else c.poster_id end = any ($2::bigint[])
order by o.id

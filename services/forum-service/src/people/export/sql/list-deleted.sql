-- What the posters $2 wrote and staff deleted, as long as it can be restored, with earlier texts.
select k.kind, p.deleted_at, p.deleted_at + interval '30 days' as expires_at,
  (k.stored ->> 'id')::bigint as id, coalesce((k.stored ->> 'dialog_id')::bigint, p.dialog_id) as dialog_id,
  k.stored ->> 'title' as title, coalesce(k.stored ->> 'text', k.stored ->> 'reason') as text,
  k.stored ->> 'author_name' as name, w.email as useremail, k.stored ->> 'work_title' as work_title,
  k.stored -> 'metadata' as metadata,
  coalesce(k.stored ->> 'pub_date', k.stored ->> 'voted_at', k.stored ->> 'reported_at', k.stored ->> 'edited_at')
    as pub_date
from deleted_rows k
join deleted_posts p on p.forum_id = k.forum_id and p.id = k.deleted_post_id
left join posters w on w.forum_id = k.forum_id and w.id = k.poster_id
where k.forum_id = $1 and (
  k.poster_id = any ($2::bigint[])
  or k.kind = 'originals' and exists (
    select
    from deleted_rows o
    where o.forum_id = $1 and o.deleted_post_id = k.deleted_post_id and o.poster_id = any ($2)
      and case
        when k.stored ->> 'comment_id' is null then o.kind = 'dialogs'
        else o.kind = 'comments' and o.stored ->> 'id' = k.stored ->> 'comment_id'
      end
  )
)
order by k.id

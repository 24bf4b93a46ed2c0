-- A deleted dialog that has been posted again comes back as a duplicate, as in imports.
update deleted_rows k
set stored = k.stored || '{"content_hash": null}'
where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'dialogs'
  and exists (
    select from dialogs d where d.forum_id = $1 and d.content_hash = (k.stored ->> 'content_hash')::bytea
  )

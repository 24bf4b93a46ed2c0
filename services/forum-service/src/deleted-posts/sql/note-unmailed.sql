-- Notes that followers have not been told of the comment $3 of the dialog $2, if either has been deleted and can be restored.
update deleted_posts p
set unmailed = p.unmailed || $3::bigint
where p.forum_id = $1 and (p.comment_id = $3 or p.comment_id is null and p.dialog_id = $2) and $3 <> all (p.unmailed)

-- The same comment of the same person on both dialogs.
delete from recent_comments r
using recent_comments t
where r.forum_id = $1 and r.dialog_id = $2 and t.forum_id = $1 and t.dialog_id = $3
  and t.content_hash = r.content_hash

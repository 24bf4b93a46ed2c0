-- Metadata of dialogs of the posters $2 in the dialogs $3 that have become comments. Before these change their posters.
update originals o
set metadata = null
from unnest($2::bigint[], $3::bigint[]) as w (poster_id, dialog_id), comments c
where o.forum_id = $1 and o.dialog_id = w.dialog_id
  and c.forum_id = $1 and c.id = o.comment_id and c.poster_id = w.poster_id

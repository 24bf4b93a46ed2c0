-- Reassigns comments of the posters $2 in the dialogs $3 to the posters $4, named $5.
update comments o
set poster_id = w.nameless, author_name = $5, work_title = null, confirmed = false
from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as w (poster_id, dialog_id, nameless)
where o.forum_id = $1 and o.dialog_id = w.dialog_id and o.poster_id = w.poster_id

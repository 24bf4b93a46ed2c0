-- $1 forum, $2 dialogs, $3 the comment that is the answer to each
update dialogs d
set accepted_comment = a.comment_id
from unnest($2::bigint[], $3::bigint[]) as a (dialog_id, comment_id)
where d.forum_id = $1 and d.id = a.dialog_id

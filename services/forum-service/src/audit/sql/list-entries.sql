-- What was done to the forum that is called $1, and to any that was called so, since $2; the newest $3.
select e.id, e.done_at, e.done_by, e.action, e.dialog_id, e.comment_id, e.details
from audit_entries e
where e.slug = $1 and e.done_at >= coalesce($2::timestamptz, '-infinity')
order by e.id desc
limit $3

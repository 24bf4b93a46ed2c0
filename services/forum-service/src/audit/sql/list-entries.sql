-- The newest $3 changes since $2 to the forum with slug $1, and to deleted forums that had it.
select e.id, e.done_at, e.done_by, e.door, e.action, e.dialog_id, e.comment_id, e.details
from audit_entries e
where e.slug = $1 and e.done_at >= coalesce($2::timestamptz, '-infinity')
order by e.id desc
limit $3

-- The newest $3 changes since $2 and before the one with id $4, to the forum with slug $1 and to deleted ones that had it,
-- or only to the forum with id $5.
select e.id, e.done_at, e.done_by, e.door, e.action, e.dialog_id, e.comment_id, e.details
from audit_entries e
where e.slug = $1 and ($5::bigint is null or e.forum_id = $5) and e.done_at >= coalesce($2::timestamptz, '-infinity') and ($4::bigint is null or e.id < $4)
order by e.id desc
limit $3

-- As take-answer.sql.
select n.id, n.forum_id, n.dialog_id, n.comment_id, n.report_id, n.told_to, n.created_at::text as since
from new_for_staff n
where pg_try_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || n.forum_id, 0))
order by n.id
limit 1
for update skip locked

-- Leaves out forums that are being erased from or deleted, for which posts wait, too. Otherwise these wait and then withdraw
-- the mail.
select n.id, n.forum_id, n.dialog_id, n.comment_id, n.told_to
from new_answers n
where pg_try_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || n.forum_id, 0))
order by n.id
limit 1
for update skip locked

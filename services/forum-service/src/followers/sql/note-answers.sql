-- The comments $2 of dialogs with followers. For a week, the mail queue knows who has been told; afterwards they would be told
-- again.
insert into new_answers (forum_id, dialog_id, comment_id)
select c.forum_id, c.dialog_id, c.id
from comments c
where c.forum_id = $1 and c.id = any ($2::bigint[]) and not c.held and c.pub_date > now() - interval '7 days'
  and exists (select from followers f where f.forum_id = c.forum_id and f.dialog_id = c.dialog_id)
order by c.id

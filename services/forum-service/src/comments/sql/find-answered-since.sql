-- Who else than $4 has answered the dialog $2 officially after $3, the latest.
select c.author_name as name
from comments c
where c.forum_id = $1 and c.dialog_id = $2 and c.is_org_reply and not c.held and c.pub_date > $3 and c.author_name <> $4
order by c.pub_date desc, c.id desc
limit 1

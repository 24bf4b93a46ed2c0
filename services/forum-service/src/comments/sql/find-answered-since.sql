-- Who else than the person with the identity $4 has answered the dialog $2 officially after the comment $3, the latest.
select c.author_name as name
from comments c
join posters w on w.forum_id = $1 and w.id = c.poster_id
where c.forum_id = $1 and c.dialog_id = $2 and c.is_org_reply and not c.held and c.id > $3
  and w.identity is distinct from $4
order by c.id desc
limit 1

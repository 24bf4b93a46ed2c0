select c.id, c.dialog_id, c.text, c.author_name as name, w.email as useremail, c.work_title, c.pub_date, c.is_org_reply,
  c.held, c.confirmed
from comments c
join posters w on w.forum_id = c.forum_id and w.id = c.poster_id
where c.forum_id = $1 and c.poster_id = any ($2::bigint[])
order by c.id

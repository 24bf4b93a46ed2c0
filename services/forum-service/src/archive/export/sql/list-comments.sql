select c.dialog_id, c.id, c.text, c.markdown, to_char(c.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as pub_date,
  c.is_org_reply, c.held, c.poster_id, c.author_name, c.work_title, c.confirmed, w.email
from comments c
join posters w on w.forum_id = c.forum_id and w.id = c.poster_id
where c.forum_id = $1 and c.dialog_id = any ($2::bigint[])
order by c.dialog_id, c.id

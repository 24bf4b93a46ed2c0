select r.id, r.dialog_id, r.comment_id, r.reason as report_reason, r.author_name as name, w.email as useremail,
  r.reported_at as pub_date, r.resolved_at
from reports r
join posters w on w.forum_id = r.forum_id and w.id = r.poster_id
where r.forum_id = $1 and r.poster_id = any ($2::bigint[])
order by r.id

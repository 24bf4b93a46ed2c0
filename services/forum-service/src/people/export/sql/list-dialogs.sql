select d.id, d.topic, d.title, d.text, d.author_name as name, w.email as useremail, d.work_title, d.metadata, d.pub_date,
  d.state, d.former_state, d.accepted_comment, d.archived, d.held, d.confirmed
from dialogs d
join posters w on w.forum_id = d.forum_id and w.id = d.poster_id
where d.forum_id = $1 and d.poster_id = any ($2::bigint[])
order by d.id

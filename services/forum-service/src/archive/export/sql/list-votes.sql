select v.dialog_id, to_char(v.voted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as pub_date, v.poster_id,
  v.author_name, w.email
from votes v
join posters w on w.forum_id = v.forum_id and w.id = v.poster_id
where v.forum_id = $1 and v.dialog_id = any ($2::bigint[])
order by v.dialog_id, v.voted_at, v.voter

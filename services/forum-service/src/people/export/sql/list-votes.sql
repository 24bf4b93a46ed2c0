select v.dialog_id, v.author_name as name, w.email as useremail, v.voted_at as pub_date
from votes v
join posters w on w.forum_id = v.forum_id and w.id = v.poster_id
where v.forum_id = $1 and v.poster_id = any ($2::bigint[])
order by v.dialog_id, v.voter

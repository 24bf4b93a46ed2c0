select a.kind, a.dialog_id, a.comment_id, host(a.claimed) as claimed, host(a.sender) as sender, a.posted_at as pub_date
from post_addresses a
where a.forum_id = $1 and a.poster_id = any ($2::bigint[])
order by a.id

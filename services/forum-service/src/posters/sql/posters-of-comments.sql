-- Authors and reporters of the comments.
select c.poster_id as id
from comments c
where c.forum_id = $1 and c.id = any($2::bigint[])
union
select r.poster_id
from reports r
where r.forum_id = $1 and r.comment_id = any($2)

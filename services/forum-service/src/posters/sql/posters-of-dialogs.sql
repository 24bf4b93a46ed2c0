-- Posters with anything in the dialogs.
select d.poster_id as id
from dialogs d
where d.forum_id = $1 and d.id = any($2::bigint[])
union
select c.poster_id
from comments c
where c.forum_id = $1 and c.dialog_id = any($2)
union
select v.poster_id
from votes v
where v.forum_id = $1 and v.dialog_id = any($2)
union
select r.poster_id
from reports r
where r.forum_id = $1 and r.dialog_id = any($2)

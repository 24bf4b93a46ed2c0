-- Up to $3 pairs of poster and dialog where the posters $2 have posts.
select p.poster_id, p.dialog_id
from (
  select d.poster_id, d.id as dialog_id from dialogs d where d.forum_id = $1 and d.poster_id = any ($2::bigint[])
  union
  select c.poster_id, c.dialog_id from comments c where c.forum_id = $1 and c.poster_id = any ($2::bigint[])
  union
  select v.poster_id, v.dialog_id from votes v where v.forum_id = $1 and v.poster_id = any ($2::bigint[])
  union
  select r.poster_id, r.dialog_id from reports r where r.forum_id = $1 and r.poster_id = any ($2::bigint[])
) p
order by p.dialog_id, p.poster_id
limit $3

-- Those of $2 who have nothing in the forum, with what knew them by their e-mail addresses.
with gone as (
  delete from posters p
  where p.forum_id = $1 and p.id = any($2::bigint[])
    and not exists (select from dialogs d where d.poster_id = p.id)
    and not exists (select from comments c where c.poster_id = p.id)
    and not exists (select from votes v where v.poster_id = p.id)
    and not exists (select from reports r where r.poster_id = p.id)
  returning p.id
)
delete from recent_comments r
using gone g
where r.forum_id = $1 and r.poster_id = g.id

-- Those of $2 who have nothing in the forum.
delete from posters p
where p.forum_id = $1 and p.id = any($2::bigint[])
  and not exists (select from dialogs d where d.poster_id = p.id)
  and not exists (select from comments c where c.poster_id = p.id)
  and not exists (select from votes v where v.poster_id = p.id)
  and not exists (select from reports r where r.poster_id = p.id)

-- Hashes of posters that no longer exist are deleted too, since some may be theirs.
delete from recent_comments r
where r.forum_id = $1 and (
  r.poster_id = any ($2::bigint[])
  or not exists (select from posters p where p.forum_id = r.forum_id and p.id = r.poster_id)
)

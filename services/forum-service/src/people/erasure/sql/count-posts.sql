select
  (select count(*) from dialogs d where d.forum_id = $1 and d.poster_id = any ($2::bigint[])) as dialogs,
  (select count(*) from comments c where c.forum_id = $1 and c.poster_id = any ($2::bigint[])) as comments,
  (select count(*) from votes v where v.forum_id = $1 and v.poster_id = any ($2::bigint[])) as votes,
  (select count(*) from reports r where r.forum_id = $1 and r.poster_id = any ($2::bigint[])) as reports,
  (select count(*) from post_addresses a where a.forum_id = $1 and a.poster_id = any ($2::bigint[])) as addresses,
  (select count(*) from deleted_rows k where k.forum_id = $1 and k.poster_id = any ($2::bigint[])) as deleted

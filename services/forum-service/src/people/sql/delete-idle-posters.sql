-- Deletes those posters of $2 who have no posts, not even deleted ones that can be restored. Without visible posts, the
-- hashes of their recent comments go, too.
with idle as materialized (
  select p.id, p.claim
  from posters p
  where p.forum_id = $1 and p.id = any($2::bigint[])
    and not exists (select from dialogs d where d.forum_id = p.forum_id and d.poster_id = p.id)
    and not exists (select from comments c where c.forum_id = p.forum_id and c.poster_id = p.id)
    and not exists (select from votes v where v.forum_id = p.forum_id and v.poster_id = p.id)
    and not exists (select from reports r where r.forum_id = p.forum_id and r.poster_id = p.id)
),
gone as (
  delete from posters p
  using idle i
  where p.forum_id = $1 and p.id = i.id
    and not exists (select from deleted_rows k where k.forum_id = p.forum_id and k.poster_id = p.id)
),
-- Skips hashes that a concurrent post is about to replace: it waits for the locks taken here.
known as (
  select o.dialog_id, o.content_hash
  from recent_comments o
  join idle i on i.id = o.poster_id
  where o.forum_id = $1
    -- A claim that another poster shares still counts as known.
    and not exists (
      select
      from posters p
      where p.forum_id = $1 and p.claim = i.claim and p.id not in (select n.id from idle n)
        and not exists (select from deleted_rows k where k.forum_id = p.forum_id and k.poster_id = p.id)
    )
  for update of o skip locked
)
delete from recent_comments r
using known k
where r.forum_id = $1 and r.dialog_id = k.dialog_id and r.content_hash = k.content_hash

-- $1 forum, $2 include resolved; null means no filter: $3 dialogs, $4 since; $5 limit
select r.id, r.dialog_id, r.comment_id, d.title, d.archived, r.author_name as name, w.email, r.reason, r.reported_at,
  r.resolved_at
from reports r
join dialogs d on d.forum_id = r.forum_id and d.id = r.dialog_id
join posters w on w.forum_id = r.forum_id and w.id = r.poster_id
where r.forum_id = $1 and ($2 or r.resolved_at is null)
  and ($3::bigint[] is null or r.dialog_id = any($3))
  and ($4::timestamptz is null or r.reported_at >= $4)
order by r.id desc
limit $5

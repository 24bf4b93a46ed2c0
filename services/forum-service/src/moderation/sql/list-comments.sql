-- $1 forum; null for all of them: $2 comments, $3 dialog, $4 held, $5 since, $6 folded e-mail address, $7 address or
-- network of whoever posted, $8 how many
select c.id, c.dialog_id, d.title, c.text, c.pub_date, c.is_org_reply, c.held, c.poster_id, c.author_name as name,
  c.work_title, w.email, a.claimed, a.sender
from comments c
join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
join posters w on w.forum_id = c.forum_id and w.id = c.poster_id
left join lateral (
  select o.claimed, o.sender
  from post_addresses o
  where o.forum_id = $1 and o.dialog_id = c.dialog_id and o.comment_id = c.id and o.kind = 'comment'
  order by o.id
  limit 1
) a on true
where c.forum_id = $1
  and ($2::bigint[] is null or c.id = any($2))
  and ($3::bigint is null or c.dialog_id = $3)
  and ($4::boolean is null or c.held = $4)
  and ($5::timestamptz is null or c.pub_date >= $5)
  and ($6::text is null or lower(w.email collate "und-x-icu") = $6)
  and ($7::inet is null or a.claimed <<= $7 or a.sender <<= $7)
order by c.pub_date desc, c.id desc
limit $8

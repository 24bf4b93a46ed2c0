-- $1 forum; null means no filter: $2 comments, $3 dialog, $4 held, $5 since, $6 folded e-mail address, $7 address or
-- network of the sender, $8 limit, $9 older than this comment. Details are read for the listed comments only.
with slice as materialized (
  select n.id
  from comments n
  where n.forum_id = $1
    and ($2::bigint[] is null or n.id = any($2))
    and ($3::bigint is null or n.dialog_id = $3)
    and ($4::boolean is null or n.held = $4)
    and ($5::timestamptz is null or n.pub_date >= $5)
    and ($6::text is null or n.poster_id in (
      select w.id from posters w where w.forum_id = $1 and lower(normalize(w.email) collate "und-x-icu") = $6
    ))
    and ($7::inet is null or n.id in (
      select a.comment_id
      from post_addresses a
      where a.forum_id = $1 and a.kind = 'comment' and (a.claimed <<= $7 or a.sender <<= $7)
    ))
    and ($9::bigint is null or (n.pub_date, n.id) < (
      select b.pub_date, b.id from comments b where b.forum_id = $1 and b.id = $9
    ))
  order by n.pub_date desc, n.id desc
  limit $8
),
-- Read once for all, since there is no index by comment.
origin as materialized (
  select distinct on (o.comment_id) o.comment_id, o.claimed, o.sender
  from post_addresses o
  where o.forum_id = $1 and o.kind = 'comment' and o.comment_id in (select s.id from slice s)
    and o.dialog_id in (select k.dialog_id from slice s join comments k on k.forum_id = $1 and k.id = s.id)
  order by o.comment_id, o.id
)
select c.id, c.dialog_id, d.title, c.text, c.markdown, c.pub_date, c.is_org_reply, c.held, c.poster_id,
  c.author_name as name, c.work_title, c.confirmed, w.email, o.claimed, o.sender, (
    select count(*)
    from helpful_votes h
    where h.forum_id = $1 and h.dialog_id = c.dialog_id and h.comment_id = c.id
  ) as helpful
from slice
join comments c on c.forum_id = $1 and c.id = slice.id
join dialogs d on d.forum_id = $1 and d.id = c.dialog_id
join posters w on w.forum_id = $1 and w.id = c.poster_id
left join origin o on o.comment_id = c.id
order by c.pub_date desc, c.id desc

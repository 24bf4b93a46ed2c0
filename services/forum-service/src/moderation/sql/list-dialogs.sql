-- $1 forum, $2 archived, $3 held, $4 since, $5 folded e-mail address, $6 address or network of whoever posted, $7 how many
select d.id, d.topic, d.title, d.pub_date, d.last_activity, d.num_comments, d.num_votes, d.state, d.archived, d.held,
  d.poster_id, d.author_name as name, w.email,
  (
    select count(*) from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.held
  ) as held_comments,
  (
    select count(*) from reports r where r.forum_id = $1 and r.dialog_id = d.id and r.resolved_at is null
  ) as open_reports
from dialogs d
join posters w on w.forum_id = d.forum_id and w.id = d.poster_id
where d.forum_id = $1 and d.archived = $2 and d.held = $3
  and ($4::timestamptz is null or d.pub_date >= $4)
  and ($5::text is null or lower(w.email collate "und-x-icu") = $5)
  and ($6::inet is null or exists (
    select from post_addresses a
    where a.forum_id = $1 and a.dialog_id = d.id and a.kind = 'dialog' and (a.claimed <<= $6 or a.sender <<= $6)
  ))
order by d.pub_date desc, d.id desc
limit $7

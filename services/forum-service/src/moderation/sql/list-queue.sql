-- Dialogs that wait for editors, the longest waiting first, with the newest comment of a reader since then. $1 forum,
-- $2 what: all, new, unanswered, held, reported or snoozed, $3 limit, $4 who reads it, $5 seconds that a colleague
-- counts as answering, $6 null or the only dialogs to list, in order.
select d.id, d.topic, d.title, left(d.text, 1000) as text, d.markdown, d.poster_id, d.author_name as name, w.since, d.num_comments,
  d.num_votes, d.state, d.archived, d.held,
  n.author_name as commented_by, left(n.text, 1000) as comment, n.markdown as comment_markdown,
  not exists (
    select from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
  ) as unanswered,
  (
    select count(*) from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.held
  ) as held_comments,
  (
    select count(*) from reports r where r.forum_id = $1 and r.dialog_id = d.id and r.resolved_at is null
  ) as open_reports,
  array(
    select coalesce(p.name, p.email)
    from answering a
    join staff_people p on p.id = a.person_id
    where a.forum_id = $1 and a.dialog_id = d.id and a.person_id <> $4
      and a.seen_at > now() - make_interval(secs => $5)
    order by a.seen_at, p.id
  ) as answering,
  (
    select coalesce(p.name, p.email)
    from assignments a
    join staff_people p on p.id = a.person_id
    where a.forum_id = $1 and a.dialog_id = d.id
  ) as assignee
from waiting_dialogs($1, $2, $3) w
join dialogs d on d.forum_id = $1 and d.id = w.id
left join lateral (
  select c.author_name, c.text, c.markdown
  from comments c
  where c.forum_id = $1 and c.dialog_id = d.id and not c.held and not c.is_org_reply
    and c.pub_date >= w.since
  order by c.pub_date desc, c.id desc
  limit 1
) n on true
where $6::bigint[] is null or w.id = any($6)
order by array_position($6::bigint[], w.id), w.since, w.id

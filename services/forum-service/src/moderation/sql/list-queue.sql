-- Dialogs that wait for editors, the longest waiting first. $1 forum, $2 what: all, new, unanswered, held or reported, $3
-- limit, $4 who reads it, $5 seconds that a colleague counts as answering. Each part reads
-- an index that holds only what waits.
with candidate as (
  (
    select d.id, d.waiting_since as since
    from dialogs d
    where d.forum_id = $1 and not d.archived and d.waiting_since is not null and $2 in ('all', 'new')
    order by d.waiting_since, d.id
    limit $3
  )
  union all
  (
    select d.id, d.waiting_since
    from dialogs d
    where d.forum_id = $1 and not d.archived and d.waiting_since is not null and $2 = 'unanswered'
      and not exists (
        select from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
      )
    order by d.waiting_since, d.id
    limit $3
  )
  union all
  (
    select d.id, d.pub_date
    from dialogs d
    where d.forum_id = $1 and d.held and $2 in ('all', 'held')
    order by d.pub_date, d.id
    limit $3
  )
  union all
  (
    select c.dialog_id, min(c.pub_date)
    from comments c
    where c.forum_id = $1 and c.held and $2 in ('all', 'held')
    group by c.dialog_id
    order by min(c.pub_date), c.dialog_id
    limit $3
  )
  union all
  (
    select r.dialog_id, min(r.reported_at)
    from reports r
    where r.forum_id = $1 and r.resolved_at is null and $2 in ('all', 'reported')
    group by r.dialog_id
    order by min(r.reported_at), r.dialog_id
    limit $3
  )
),
slice as materialized (
  select c.id, min(c.since) as since
  from candidate c
  group by c.id
  order by min(c.since), c.id
  limit $3
)
select d.id, d.topic, d.title, left(d.text, 1000) as text, d.markdown, d.author_name as name, slice.since, d.num_comments,
  d.num_votes, d.state, d.archived, d.held,
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
  ) as answering
from slice
join dialogs d on d.forum_id = $1 and d.id = slice.id
order by slice.since, d.id

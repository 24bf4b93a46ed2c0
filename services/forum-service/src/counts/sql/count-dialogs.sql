-- Figures about the dialogs that were posted in forum $1 since the UTC day $2: of all, of each topic, of each $3
-- ('day', 'week' or 'month'), of the $4 tags that most of them have, and of the $4 people whom most are assigned to.
with answered as (
  select c.dialog_id, min(c.pub_date) as at
  from dialogs d
  join comments c on c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
  where d.forum_id = $1 and d.pub_date >= $2::date::timestamp at time zone 'UTC'
  group by c.dialog_id
),
asked as (
  select d.id, d.topic, date_trunc($3, d.pub_date at time zone 'UTC') as step, d.num_comments, d.num_votes,
    -- An answer is older than its dialog if another one was merged into it.
    case when f.at is not null then greatest(date_part('epoch', f.at - d.pub_date), 0) end as after,
    d.pub_date < now() - interval '1 day' as overdue, not d.archived and d.topic in ('Q', 'P') as needs_answer
  from dialogs d
  left join answered f on f.dialog_id = d.id
  where d.forum_id = $1 and d.pub_date >= $2::date::timestamp at time zone 'UTC' and not d.held and not d.refused
),
judged as materialized (
  select a.id, a.topic, a.step, a.num_comments, a.num_votes, a.after, a.after <= 86400 as in_time,
    a.after is not null or a.overdue as due, a.after is null and a.overdue and a.needs_answer as waiting
  from asked a
),
tagged as (
  select x.tag_id, count(*) as dialogs, sum(j.num_comments) as comments, sum(j.num_votes) as votes,
    count(*) filter (where j.in_time) as in_time, count(*) filter (where j.due) as due,
    count(*) filter (where j.waiting) as waiting, percentile_cont(0.5) within group (order by j.after) as median
  from judged j
  join dialog_tags x on x.forum_id = $1 and x.dialog_id = j.id
  group by x.tag_id
  order by count(*) desc, x.tag_id
  limit $4
),
assigned as (
  select x.person_id, count(*) as dialogs, sum(j.num_comments) as comments, sum(j.num_votes) as votes,
    count(*) filter (where j.in_time) as in_time, count(*) filter (where j.due) as due,
    count(*) filter (where j.waiting) as waiting, percentile_cont(0.5) within group (order by j.after) as median
  from judged j
  join assignments x on x.forum_id = $1 and x.dialog_id = j.id
  group by x.person_id
  order by count(*) desc, x.person_id
  limit $4
)
select j.topic, to_char(j.step, 'YYYY-MM-DD') as day, null as tag, null as is_public, null as assignee, count(*) as dialogs,
  coalesce(sum(j.num_comments), 0) as comments, coalesce(sum(j.num_votes), 0) as votes,
  count(*) filter (where j.in_time) as in_time, count(*) filter (where j.due) as due,
  count(*) filter (where j.waiting) as waiting, percentile_cont(0.5) within group (order by j.after) as median
from judged j
group by grouping sets ((), (j.topic), (j.step))
union all
select null, null, t.name, t.is_public, null, x.dialogs, x.comments, x.votes, x.in_time, x.due, x.waiting, x.median
from tagged x
join tags t on t.forum_id = $1 and t.id = x.tag_id
union all
select null, null, null, null, coalesce(p.name, p.email), x.dialogs, x.comments, x.votes, x.in_time, x.due, x.waiting,
  x.median
from assigned x
join staff_people p on p.id = x.person_id
order by dialogs desc, topic, day, tag, assignee

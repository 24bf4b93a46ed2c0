-- What became of the dialogs that were posted in forum $1 since the UTC day $2: of all, of each topic, of each $3 ('day',
-- 'week' or 'month'), and of the $4 tags that most of them have.
with asked as materialized (
  select d.id, d.topic, date_trunc($3, d.pub_date at time zone 'UTC') as step, d.pub_date, d.num_comments, d.num_votes,
    d.archived
  from dialogs d
  where d.forum_id = $1 and d.pub_date >= $2::date::timestamp at time zone 'UTC' and not d.held and not d.refused
),
answered as (
  -- An answer is older than its dialog if another one was merged into it.
  select a.id, extract(epoch from greatest(min(c.pub_date) - min(a.pub_date), interval '0'))::float8 as after
  from asked a
  join comments c on c.dialog_id = a.id
  where c.forum_id = $1 and c.pub_date >= $2::date::timestamp at time zone 'UTC' and c.is_org_reply and not c.held
  group by a.id
),
judged as materialized (
  select a.id, a.topic, a.step, a.num_comments, a.num_votes, f.after,
    f.after <= 86400 as in_time,
    f.after is not null or a.pub_date < now() - interval '1 day' as due,
    f.after is null and a.pub_date < now() - interval '1 day' and not a.archived and a.topic in ('Q', 'P') as waiting
  from asked a
  left join answered f on f.id = a.id
),
tagged as (
  select x.tag_id, j.*
  from judged j
  join dialog_tags x on x.forum_id = $1 and x.dialog_id = j.id
  where x.tag_id in (
    select n.tag_id
    from dialog_tags n
    join judged b on b.id = n.dialog_id
    where n.forum_id = $1
    group by n.tag_id
    order by count(*) desc, n.tag_id
    limit $4
  )
)
select j.topic, to_char(j.step, 'YYYY-MM-DD') as day, null as tag, null as is_public, count(*) as dialogs,
  coalesce(sum(j.num_comments), 0) as comments, coalesce(sum(j.num_votes), 0) as votes,
  count(*) filter (where j.in_time) as in_time, count(*) filter (where j.due) as due,
  count(*) filter (where j.waiting) as waiting,
  percentile_cont(0.5) within group (order by j.after) as median
from judged j
group by grouping sets ((), (j.topic), (j.step))
union all
select null, null, min(t.name), bool_and(t.is_public), count(*), sum(j.num_comments), sum(j.num_votes),
  count(*) filter (where j.in_time), count(*) filter (where j.due), count(*) filter (where j.waiting),
  percentile_cont(0.5) within group (order by j.after)
from tagged j
join tags t on t.forum_id = $1 and t.id = j.tag_id
group by j.tag_id
order by dialogs desc, topic, day, tag

-- The $3 questions and problems posted in forum $1 since the UTC day $2 that have waited longest, and for more than a
-- day, for a first official answer.
select d.id, d.topic, d.title, d.pub_date as at, d.num_comments as comments, d.num_votes as votes
from dialogs d
where d.forum_id = $1 and d.pub_date >= $2::date::timestamp at time zone 'UTC' and d.pub_date < now() - interval '1 day'
  and not d.archived and d.topic in ('Q', 'P')
  and not exists (
    select
    from comments c
    where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
  )
order by d.pub_date, d.id
limit $3

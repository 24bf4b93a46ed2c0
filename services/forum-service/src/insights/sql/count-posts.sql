-- Comments, official answers among them, and votes in forum $1 by day, week or month. $2 begins of these, as UTC days in
-- order; the last one ends now.
with step as (
  select day, day::timestamp at time zone 'UTC' as begins,
    coalesce(lead(day) over (order by day)::timestamp at time zone 'UTC', 'infinity') as ends
  from unnest($2::date[]) day
)
select to_char(s.day, 'YYYY-MM-DD') as day,
  (
    select count(*)
    from comments c
    where c.forum_id = $1 and c.pub_date >= s.begins and c.pub_date < s.ends and not c.held
  ) as comments,
  (
    select count(*)
    from comments c
    where c.forum_id = $1 and c.pub_date >= s.begins and c.pub_date < s.ends and c.is_org_reply and not c.held
  ) as answers,
  (
    select count(*)
    from votes v
    where v.forum_id = $1 and v.voted_at >= s.begins and v.voted_at < s.ends
  ) as votes
from step s
order by s.day

-- A daily message that is due, since a minute after 07:00 UTC, when what was posted before is committed; or a summary of an
-- hour with too many messages. $1 the time, or null for now. As take-answer.sql, it leaves out forums that are busy; one
-- lock is tried after the other.
with clock as (
  select coalesce($1::timestamptz, now()) as now,
    date_trunc('day', coalesce($1, now()) - interval '7 hours 1 minute', 'UTC') + interval '7 hours' as due
),
daily as materialized (
  select n.forum_id, n.person_id, 'daily' as timing, n.told_until::text as since, c.due::text as until
  from clock c
  join staff_notices n on n.told_until < c.due and (n.posts = 'daily' or n.reports = 'daily')
  join staff_memberships m on m.tenant_id = n.tenant_id and m.person_id = n.person_id and m.accepted_at is not null
  order by n.told_until, n.forum_id, n.person_id
),
summary as materialized (
  select n.forum_id, n.person_id, 'at-once' as timing, n.summary_since::text as since, c.now::text as until
  from clock c
  join staff_notices n on n.summary_since is not null and n.hour_began <= c.now - interval '1 hour'
  join staff_memberships m on m.tenant_id = n.tenant_id and m.person_id = n.person_id and m.accepted_at is not null
  order by n.hour_began, n.forum_id, n.person_id
)
select d.forum_id, d.person_id, d.timing, d.since, d.until
from (table daily union all table summary) d
where pg_try_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || d.forum_id, 0))
limit 1

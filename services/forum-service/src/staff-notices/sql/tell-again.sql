-- Messages that were withdrawn: to the people $2, whether they were daily $3, and since when what they told was new $4.
with withdrawn as (
  select w.person_id, min(w.since) filter (where not w.daily) as at_once, min(w.since) filter (where w.daily) as daily
  from unnest($2::bigint[], $3::boolean[], $4::timestamptz[]) as w (person_id, daily, since)
  group by w.person_id
)
update staff_notices n
set summary_since = case
    when 'at-once' in (n.posts, n.reports) then least(n.summary_since, w.at_once) else n.summary_since
  end,
  hour_began = case when w.at_once is not null then now() - interval '1 hour' else n.hour_began end,
  told_until = least(n.told_until, w.daily)
from withdrawn w
where n.forum_id = $1 and n.person_id = w.person_id

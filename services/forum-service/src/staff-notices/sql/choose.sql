-- $2 account, $3 person, $4 timing of posts, $5 of reports. A daily message begins with what comes from now on.
insert into staff_notices as n (forum_id, tenant_id, person_id, posts, reports)
values ($1, $2, $3, $4, $5)
on conflict (forum_id, person_id) do update
set posts = excluded.posts, reports = excluded.reports,
  told_until = case when 'daily' in (n.posts, n.reports) then n.told_until else now() end,
  summary_since = case when 'at-once' in (excluded.posts, excluded.reports) then n.summary_since end

-- People $2 whose messages at once and people $3 whose daily messages were withdrawn.
update staff_notices n
set summary_since = case
    when n.person_id = any ($2::bigint[]) and 'at-once' in (n.posts, n.reports)
      then least(n.summary_since, now() - interval '1 day')
    else n.summary_since
  end,
  hour_began = case when n.person_id = any ($2) then now() - interval '1 hour' else n.hour_began end,
  told_until = case
    when n.person_id = any ($3::bigint[]) then n.told_until - interval '1 day' else n.told_until
  end
where n.forum_id = $1 and (n.person_id = any ($2) or n.person_id = any ($3))

-- For 15 minutes, longer than an attempt lasts. Messages with an end come first: someone waits for their links.
update outgoing_mail
set attempts = attempts + 1, next_attempt_at = now() + interval '15 minutes'
where id in (
  select id from outgoing_mail
  where ended_at is null and next_attempt_at <= now()
  order by expires_at is null, next_attempt_at
  limit $1
  for update skip locked
)
returning id, message_id, recipient, content, attempts, created_at,
  created_at < now() - interval '3 days' or coalesce(expires_at <= now(), false) as expired

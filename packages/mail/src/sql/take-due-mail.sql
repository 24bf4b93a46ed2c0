update outgoing_mail
set attempts = attempts + 1,
  next_attempt_at = now() + least(interval '4 hours', interval '15 minutes' * power(2, least(attempts, 10)))
where id in (
  select id from outgoing_mail
  where ended_at is null and next_attempt_at <= now()
  order by next_attempt_at
  limit $1
  for update skip locked
)
returning id, message_id, recipient, content, attempts, created_at, created_at < now() - interval '3 days' as expired

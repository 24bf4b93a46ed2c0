-- For 15 minutes, longer than an attempt lasts. Messages with an end come first: someone waits for their links.
update outgoing_mail
set attempts = attempts + 1, next_attempt_at = now() + interval '15 minutes'
where id in (
  select o.id from outgoing_mail o
  where o.ended_at is null and o.next_attempt_at <= now()
    -- It is sent where the tenant moves to.
    and not exists (select from tenant_moves m where m.tenant_id = o.tenant_id and m.state <> 'copying')
  order by o.expires_at is null, o.next_attempt_at
  limit $1
  for update of o skip locked
)
returning id, message_id, recipient, content, attempts, created_at,
  created_at < now() - interval '3 days' or coalesce(expires_at <= now(), false) as expired

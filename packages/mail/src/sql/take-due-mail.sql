-- At most $1, for 45 seconds, which each poll renews for what this instance is sending: $2. After a crash, another instance
-- takes over. Messages with an end come first: someone waits for their links.
with renewed as (
  update outgoing_mail set next_attempt_at = now() + interval '45 seconds'
  where id = any($2::bigint[]) and ended_at is null and next_attempt_at < now() + interval '30 seconds'
)
update outgoing_mail
set attempts = attempts + 1, next_attempt_at = now() + interval '45 seconds'
where id in (
  select o.id from outgoing_mail o
  where o.ended_at is null and o.next_attempt_at <= now() and o.id <> all($2::bigint[])
    -- It is sent where the tenant moves to.
    and not exists (select from tenant_moves m where m.tenant_id = o.tenant_id and m.state <> 'copying')
  order by o.expires_at is null, o.next_attempt_at
  limit $1
  for update of o skip locked
)
returning id, message_id, recipient, content, attempts, created_at,
  ceil(extract(epoch from least(created_at + interval '3 days', expires_at) - now()) * 1000)::bigint as remaining

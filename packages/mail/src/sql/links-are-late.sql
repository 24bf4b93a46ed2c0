-- Of tenant $1: whether a message with a link could not be sent at once in the last hour.
select exists (
  select from outgoing_mail
  where tenant_id = $1 and expires_at is not null and created_at > now() - interval '1 hour'
    and (outcome = 'expired' or ended_at is null and attempts > 0 and created_at < now() - interval '1 minute')
) as late

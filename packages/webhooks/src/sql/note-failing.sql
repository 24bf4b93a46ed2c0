-- The pause before the next attempt is half of the time since the first failure: 5 seconds to 15 minutes.
update webhooks w
set failing_since = coalesce(w.failing_since, now()),
  resume_at = now() + least(
    greatest((now() - coalesce(w.failing_since, now())) / 2, interval '5 seconds'), interval '15 minutes'
  )
where w.id = $1

-- What waited for the receiver to come back is due: it had no pause of its own.
update webhooks set failing_since = null, resume_at = now() where id = $1 and failing_since is not null

-- Held while a webhook is added, so that no two pass the limit at once.
select pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::bigint, 0))

-- Waits for all posts to the forum that are on their way, and lets others wait to the end of the transaction.
select pg_advisory_xact_lock(hashtextextended('guidepost posts ' || $1::bigint, 0)) is null as locked

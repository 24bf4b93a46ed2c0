-- Waits for all posts under way, and makes new ones wait until the end of the transaction.
select pg_advisory_xact_lock(hashtextextended('guidepost posts ' || $1::bigint, 0)) is null as locked

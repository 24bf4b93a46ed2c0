-- Erasure and deletion of the forum wait, as for posts under way, and then withdraw the mail.
select pg_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || $1::bigint, 0)) is null as locked

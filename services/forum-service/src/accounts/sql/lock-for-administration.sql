select pg_advisory_xact_lock(hashtextextended('guidepost ' || $1, 0)) is null as locked

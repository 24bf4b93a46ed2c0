-- One image is moved at a time, by whichever instance or command.
select pg_advisory_xact_lock(hashtextextended('guidepost images', 0))

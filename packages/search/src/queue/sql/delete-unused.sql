-- Forgets index $1 and what waits for it, unless somebody has come back to it.
delete from search_indexes
where id = $1 and last_used < now() - interval '24 hours'

-- Forgets index $1 and its backlog, unless it is in use again.
delete from search_indexes
where id = $1 and last_used < now() - interval '24 hours'

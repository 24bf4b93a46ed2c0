update search_indexes
set last_used = now()
where id = $1

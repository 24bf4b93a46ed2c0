update search_indexes
set ready = false
where id = $1

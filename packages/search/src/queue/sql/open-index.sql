-- Index $1 answers searches from now on, if nobody has begun anything with it since batch $2.
update search_indexes
set ready = true
where id = $1 and sending = $2 and not ready
returning id

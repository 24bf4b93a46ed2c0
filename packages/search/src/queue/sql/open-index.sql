-- Makes index $1 searchable unless another batch has begun since batch $2.
update search_indexes
set ready = true
where id = $1 and sending = $2 and not ready
returning id

-- Index $1, of which nothing is left, begins anew under another name.
update search_indexes
set name = $2, ready = false, position = 0, sending = 0
where id = $1

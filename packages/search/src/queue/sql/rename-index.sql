-- Resets index $1, which was dropped, under another name.
update search_indexes
set name = $2, ready = false, position = 0, sending = 0
where id = $1

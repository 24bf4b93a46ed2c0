-- From now on the engine may hold another batch. Each has a number of its own, higher than those before. Nothing, if
-- somebody has begun anything with index $1 since batch $2: what is known of it is not true any more.
update search_indexes
set sending = nextval('search_changes')
where id = $1 and sending = $2
returning sending

-- From now on the engine may hold another batch. Each has a number of its own, higher than those before.
update search_indexes
set sending = nextval('search_changes')
where id = $1
returning sending

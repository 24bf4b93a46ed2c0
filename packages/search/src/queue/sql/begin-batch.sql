-- Allocates a higher number for the next batch. No row if another feeder has begun one since batch $2 of index $1.
update search_indexes
set sending = nextval('search_changes')
where id = $1 and sending = $2
returning sending

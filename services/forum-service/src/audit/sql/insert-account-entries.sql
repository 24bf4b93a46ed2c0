-- $1 account, $2 who, $3 door, $4 action, $5 array of events
insert into account_entries (account_id, done_by, door, action, details)
select $1, $2, $3, $4, coalesce(e.details, '{}')
from rows from (json_to_recordset($5) as (details jsonb)) with ordinality as e (details, place)
order by e.place

-- $2 person. The summary is the first message of the next hour.
update staff_notices
set summary_since = null, hour_began = now(), messages = 1
where forum_id = $1 and person_id = $2

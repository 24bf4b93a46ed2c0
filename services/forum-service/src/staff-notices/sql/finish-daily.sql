-- $2 person, $3 until when they have been told
update staff_notices
set told_until = $3
where forum_id = $1 and person_id = $2

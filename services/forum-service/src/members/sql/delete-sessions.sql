-- $2 person
delete from member_sessions
where forum_id = $1 and person = $2

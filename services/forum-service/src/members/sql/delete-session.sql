-- $2 person, $3 session
delete from member_sessions
where forum_id = $1 and person = $2 and id = $3

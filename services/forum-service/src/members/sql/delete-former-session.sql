-- $2 hash of the secret
delete from member_sessions
where forum_id = $1 and hash = $2

-- $2 person, $3 hash of the secret, $4 browser
insert into member_sessions (forum_id, person, hash, browser)
values ($1, $2, $3, $4)

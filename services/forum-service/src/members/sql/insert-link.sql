-- $2 hash of the token, $3 folded e-mail address, $4 its HMAC, $5 seconds that the link works
insert into member_links (forum_id, hash, email, person)
values ($1, $2, $3, $4)
returning created_at + make_interval(secs => $5) as expires_at

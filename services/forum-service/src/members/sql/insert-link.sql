-- $2 hash of the token, $3 folded e-mail address, $4 its HMAC
insert into member_links (forum_id, hash, email, person)
values ($1, $2, $3, $4)

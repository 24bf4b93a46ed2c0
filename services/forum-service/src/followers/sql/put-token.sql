-- $2 follower, $3 hash of the token; the link before no longer works.
update followers
set token_hash = $3
where forum_id = $1 and id = $2 and not confirmed

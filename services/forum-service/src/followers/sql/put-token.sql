-- $2 follower, $3 hash of the token; the link before no longer works. No row for what has been confirmed meanwhile.
update followers
set token_hash = $3
where forum_id = $1 and id = $2 and not confirmed
returning followed_at + interval '72 hours' as expires_at

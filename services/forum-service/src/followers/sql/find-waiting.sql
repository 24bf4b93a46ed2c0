-- $2 hash of the token
select f.person
from followers f
where f.forum_id = $1 and f.token_hash = $2 and not f.confirmed and f.followed_at > now() - interval '72 hours'

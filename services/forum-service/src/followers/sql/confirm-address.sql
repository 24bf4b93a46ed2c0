-- Confirms the address of the follower with the token $2 for all dialogs that wait for it. No row for an unknown, used or
-- expired link.
with asked as (
  select f.person
  from followers f
  where f.forum_id = $1 and f.token_hash = $2 and not f.confirmed and f.followed_at > now() - interval '72 hours'
  for update
),
started as (
  update followers f
  set confirmed = true, token_hash = null
  from asked a
  where f.forum_id = $1 and f.person = a.person and not f.confirmed
  returning 1
)
select count(*) as started
from started

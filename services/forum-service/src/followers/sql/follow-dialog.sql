-- $2 dialog, $3 e-mail address, $4 its HMAC. A follower remains; whether the address is confirmed is decided again.
insert into followers as f (forum_id, dialog_id, email, person, confirmed)
values ($1, $2, $3, $4, exists (select from confirmed_addresses c where c.forum_id = $1 and c.person = $4))
on conflict (forum_id, dialog_id, person) do update
set followed_at = case when f.confirmed then f.followed_at else now() end,
  confirmed = f.confirmed or excluded.confirmed,
  token_hash = case when not excluded.confirmed then f.token_hash end
returning id, confirmed

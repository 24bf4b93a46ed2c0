-- $2 dialog, $3 e-mail address, $4 its HMAC, $5 whether the address is proven. A follower remains.
insert into followers as f (forum_id, dialog_id, email, person, confirmed)
values ($1, $2, $3, $4, $5)
on conflict (forum_id, dialog_id, person) do update
set followed_at = case when f.confirmed then f.followed_at else now() end,
  confirmed = f.confirmed or excluded.confirmed,
  token_hash = case when not excluded.confirmed then f.token_hash end
returning id, confirmed

-- $2 folded e-mail address
with left_dialogs as (
  delete from followers
  where forum_id = $1 and lower(normalize(email) collate "und-x-icu") = $2
  returning 1
),
forgotten as (
  delete from confirmed_addresses
  where forum_id = $1 and email = $2
  returning 1
)
select (select count(*) from left_dialogs) as follows, (select count(*) from forgotten) as confirmations

-- $2 folded e-mail address
select
  (select count(*) from followers f where f.forum_id = $1 and lower(normalize(f.email) collate "und-x-icu") = $2)
    as follows,
  (select count(*) from confirmed_addresses c where c.forum_id = $1 and c.email = $2) as confirmations

-- Adds a file and its size to the account's storage, unless that would exceed $7 bytes, or the files of the member $9
-- would exceed $10. $11 is the digest of an imported file.
with forum as materialized (
  select f.account_id
  from forums f
  -- Shared lock, as for posts: excludes a concurrent deletion of the forum.
  cross join pg_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || $1::bigint, 0))
  where f.id = $1
),
account as (
  update accounts a
  set stored_bytes = a.stored_bytes + $4::integer
  from forum f
  where a.id = f.account_id and a.stored_bytes + $4::integer <= $7::bigint
    and ($9::bytea is null or $4 + (
      select coalesce(sum(o.bytes), 0)
      from files o
      where o.forum_id = $1 and o.person = $9
    ) <= $10::bigint)
  returning a.id
),
stored as (
  insert into files (forum_id, token, media_type, bytes, name, access_key_id, staff_id, person, digest)
  select $1, $2, $3, $4, $5, $6::bigint, $8::bigint, $9::bytea, $11::bytea
  from account
  returning token
)
select
  exists (select from forum) as forum_found,
  exists (select from stored) as has_room

-- Deletes files and subtracts their size from the account's storage.
with gone as (
  delete from files f
  where f.forum_id = $1 and f.token = any ($2::text[])
  returning f.token, f.media_type, f.bytes, f.name
),
account as (
  update accounts a
  set stored_bytes = a.stored_bytes - g.bytes
  from (select sum(bytes) as bytes from gone) g, forums o
  where o.id = $1 and a.id = o.account_id and g.bytes > 0
)
select g.token, g.media_type, g.bytes, g.name
from gone g

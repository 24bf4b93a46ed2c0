-- Uses the link with the hash $2: the address is confirmed, $3 is the name, and other links to it end. No row for a link
-- that is unknown, used or older than $4 seconds.
with used as (
  delete from member_links l
  where l.forum_id = $1 and l.hash = $2 and l.created_at > now() - make_interval(secs => $4)
  returning l.email, l.person
),
others as (
  delete from member_links l
  using used u
  where l.forum_id = $1 and l.person = u.person and l.hash <> $2
)
insert into confirmed_addresses (forum_id, person, email, name)
select $1, u.person, u.email, $3
from used u
on conflict (forum_id, person) do update set name = excluded.name
returning person

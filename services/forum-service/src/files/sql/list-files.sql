-- Newest first, with the key that each was posted with, or the person at the desk, or the member.
select f.token, f.media_type, f.bytes, f.name, k.name as access_key, coalesce(p.name, p.email) as staff, m.name as member,
  f.posted_at
from files f
join forums o on o.id = f.forum_id
left join access_keys k on k.account_id = o.account_id and k.id = f.access_key_id
left join staff_people p on p.id = f.staff_id
left join confirmed_addresses m on m.forum_id = f.forum_id and m.person = f.person
where f.forum_id = $1
order by f.posted_at desc, f.token

update accounts a
set stored_bytes = s.bytes
from (
  select c.id, coalesce(sum(f.bytes), 0) as bytes
  from accounts c
  left join forums o on o.account_id = c.id
  left join files f on f.forum_id = o.id
  group by c.id
) s
where a.id = s.id and a.stored_bytes <> s.bytes

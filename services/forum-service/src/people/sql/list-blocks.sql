select b.id, b.email,
  case when family(b.address) = 4 and masklen(b.address) = 32 then host(b.address) else b.address::text end as address,
  b.blocked_at
from blocked_senders b
where b.forum_id = $1
order by b.id

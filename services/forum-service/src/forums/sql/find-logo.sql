select l.media_type, l.digest, case when $2 then l.bytes end as bytes,
  exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved') as moved
from forum_logos l
join forums f on f.id = l.forum_id
where l.token = $1

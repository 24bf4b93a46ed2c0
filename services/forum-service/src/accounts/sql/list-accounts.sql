select a.name, a.allows_metadata, a.allows_keys, a.stored_bytes, a.created_at,
  array(select f.slug from forums f where f.account_id = a.id order by f.slug) as forums,
  (
    select case m.state when 'moved' then 'moved' else 'moving' end
    from tenant_moves m
    where m.tenant_id = a.id and m.state <> 'deleted'
  ) as move
from accounts a
where $1::text is null or a.name = $1
order by a.name

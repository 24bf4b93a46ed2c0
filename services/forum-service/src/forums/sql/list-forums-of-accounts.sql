select f.slug
from forums f
where f.account_id = any ($1)
  and not exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved')
order by f.name collate order_root, f.slug

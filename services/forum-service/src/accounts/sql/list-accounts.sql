select a.name, a.allows_metadata, a.allows_keys, a.created_at,
  array(select f.slug from forums f where f.account_id = a.id order by f.slug) as forums
from accounts a
order by a.name

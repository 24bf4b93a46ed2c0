select a.name, a.allows_metadata, a.allows_keys, a.stored_bytes, a.created_at,
  array(select f.slug from forums f where f.account_id = a.id order by f.slug) as forums
from accounts a
where $1::text is null or a.name = $1
order by a.name

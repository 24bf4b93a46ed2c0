select a.name,
  coalesce((select f.language from forums f where f.account_id = a.id order by f.id limit 1), 'en') as language
from accounts a
where a.id = $1

-- All forums of the account of a forum, that one first.
select f.id, f.slug, f.host, f.account_id, a.name as account
from forums named
join forums f on f.account_id = named.account_id
join accounts a on a.id = f.account_id
where named.slug = $1
order by f.slug <> $1, f.slug

-- $1 name of the account, $2 slugs and $3 host names of its forums
select a.name from accounts a where a.name = $1
union all
select f.slug from forums f where f.slug = any($2)
union all
select f.host from forums f where f.host = any($3) and f.host <> ''
limit 1

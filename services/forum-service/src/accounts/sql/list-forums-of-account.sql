-- In lock order.
select id, slug
from forums
where account_id = $1
order by id

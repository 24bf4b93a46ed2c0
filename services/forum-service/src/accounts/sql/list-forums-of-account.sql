-- In the order in which their rows are locked.
select id, slug
from forums
where account_id = $1
order by id

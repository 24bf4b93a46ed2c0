select id, name
from search_indexes
where last_used < now() - interval '24 hours'
order by id

select count(*) as waiting
from search_backlog
where index_id = $1 and set_aside is null

select f.id
from followers f
where f.forum_id = $1 and f.id = $2

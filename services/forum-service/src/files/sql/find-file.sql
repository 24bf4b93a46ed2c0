select f.token, f.media_type, f.bytes, f.name
from files f
where f.forum_id = $1 and f.token = $2

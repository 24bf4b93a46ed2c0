select f.token, f.media_type
from files f
where f.forum_id = $1 and f.token = any ($2::text[])

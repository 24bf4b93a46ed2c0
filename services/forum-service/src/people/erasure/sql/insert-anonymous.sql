insert into posters (forum_id, identity)
select $1, random_hash()
from generate_series(1, $2)
returning id

-- Who posted anything of the deleted posts $2.
select distinct k.poster_id as id
from deleted_rows k
where k.forum_id = $1 and k.deleted_post_id = any($2::bigint[]) and k.poster_id is not null

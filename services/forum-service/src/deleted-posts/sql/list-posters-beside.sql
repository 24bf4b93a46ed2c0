-- Who posted anything of the deleted posts to which the kept rows $2 belong.
select distinct k.poster_id as id
from deleted_rows k
where k.forum_id = $1 and k.poster_id is not null
  and k.deleted_post_id in (
    select o.deleted_post_id from deleted_rows o where o.forum_id = $1 and o.id = any ($2::bigint[])
  )

-- Kept rows of the posters $2.
select k.id, k.kind
from deleted_rows k
where k.forum_id = $1 and (
  k.poster_id = any ($2::bigint[])
  or k.kind = 'post_addresses' and (k.stored ->> 'poster_id')::bigint = any ($2::bigint[])
)
order by k.id

-- Also of deleted comments, which can be restored.
select id
from comments
where forum_id = $1 and id = any ($2::bigint[])
union
select (r.stored ->> 'id')::bigint
from deleted_rows r
where r.forum_id = $1 and r.kind = 'comments' and (r.stored ->> 'id')::bigint = any ($2::bigint[])

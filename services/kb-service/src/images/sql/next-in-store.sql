-- The first image after $1 and $2 whose bytes are in the object store.
select f.knowledge_base_id, f.id, f.token, f.media_type
from files f
where (f.knowledge_base_id, f.id) > ($1::bigint, $2::bigint) and f.bytes is null
order by f.knowledge_base_id, f.id
limit 1

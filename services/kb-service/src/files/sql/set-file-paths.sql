-- $2: JSON array of {id, path}.
update files f
set path = s.path
from json_to_recordset($2) as s (id bigint, path text)
where f.knowledge_base_id = $1 and f.id = s.id

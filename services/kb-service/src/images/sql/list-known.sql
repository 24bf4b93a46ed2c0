-- Which images exist, by knowledge bases $1 and tokens $2. Those of one that has moved are used elsewhere.
select f.knowledge_base_id, f.token
from files f
join unnest($1::bigint[], $2::text[]) as asked (knowledge_base_id, token) using (knowledge_base_id, token)
union
select asked.knowledge_base_id, asked.token
from unnest($1::bigint[], $2::text[]) as asked (knowledge_base_id, token)
join tenant_moves m on asked.knowledge_base_id = any(m.files_of)

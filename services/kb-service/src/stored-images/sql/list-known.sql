-- Which images exist, by knowledge bases $1 and tokens $2.
select f.knowledge_base_id, f.token
from files f
join unnest($1::bigint[], $2::text[]) as asked (knowledge_base_id, token) using (knowledge_base_id, token)

-- Which of the categories $2 and the tags $3 there are.
select 'category' as kind, c.id, c.name
from categories c
where c.knowledge_base_id = $1 and c.id = any($2::bigint[])
union all
select 'tag', t.id, t.name
from tags t
where t.knowledge_base_id = $1 and t.id = any($3::bigint[])

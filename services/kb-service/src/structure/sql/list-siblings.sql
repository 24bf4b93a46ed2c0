-- Children of $2 (null: at the top) in order, without $3.
select c.id
from categories c
where c.knowledge_base_id = $1 and c.parent_category_id is not distinct from $2 and c.id <> $3
order by c.position, c.id

-- Makes the categories $3, in this order, the children of $2 (null: the top). Returns those that changed.
update categories c
set parent_category_id = $2, position = p.position
from unnest($3::bigint[]) with ordinality as p (id, position)
where c.knowledge_base_id = $1
  and c.id = p.id
  and (c.parent_category_id, c.position) is distinct from ($2, p.position)
returning c.id

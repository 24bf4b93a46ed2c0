-- The children of $2 come last among those of $3.
update categories c
set parent_category_id = $3, position = c.position + (
  select coalesce(max(o.position), 0) from categories o where o.knowledge_base_id = $1 and o.parent_category_id = $3
)
where c.knowledge_base_id = $1 and c.parent_category_id = $2

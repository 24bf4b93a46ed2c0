-- The categories from the top to the one that `stands_in` names by its `category_id`; none where that is empty. A JSON
-- array.
with recursive trail as (
  select c.id, c.slug, c.name, c.parent_category_id, 1 as height
  from stands_in
  join categories c on c.knowledge_base_id = $1 and c.id = stands_in.category_id
  union all
  select p.id, p.slug, p.name, p.parent_category_id, t.height + 1
  from trail t
  join categories p on p.knowledge_base_id = $1 and p.id = t.parent_category_id
)
select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name, 'id', t.id) order by t.height desc), '[]')
from trail t

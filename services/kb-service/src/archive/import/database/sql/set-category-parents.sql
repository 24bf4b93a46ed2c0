-- $2: JSON array of {slug, parent}; parent is null at the top. Returns only changed rows.
update categories c
set parent_category_id = p.id
from json_to_recordset($2) as s (slug text, parent text)
left join categories p on p.knowledge_base_id = $1 and p.slug = s.parent
where c.knowledge_base_id = $1
  and c.slug = s.slug
  and c.parent_category_id is distinct from p.id
returning c.slug

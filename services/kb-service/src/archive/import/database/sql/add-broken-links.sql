-- $2: JSON array of slugs with the links to add.
update guides g
set broken_links = g.broken_links || l.links
from json_to_recordset($2) as l (slug text, links text[])
where g.knowledge_base_id = $1 and g.slug = l.slug

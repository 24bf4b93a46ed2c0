-- $2: JSON array of {slug, name, multiple_guides_name, position}. Returns only changed rows.
insert into categories as c (knowledge_base_id, slug, name, multiple_guides_name, position)
select $1, s.slug, s.name, s.multiple_guides_name, s.position
from json_to_recordset($2) as s (slug text, name text, multiple_guides_name text, position integer)
on conflict (knowledge_base_id, slug) do update
set name = excluded.name, multiple_guides_name = excluded.multiple_guides_name, position = excluded.position
where (c.name, c.multiple_guides_name, c.position)
  is distinct from (excluded.name, excluded.multiple_guides_name, excluded.position)
returning c.slug, c.xmax = 0 as created

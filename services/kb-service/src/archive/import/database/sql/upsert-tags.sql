-- $2: JSON array of {slug, name}. Returns only changed rows.
insert into tags as t (knowledge_base_id, slug, name)
select $1, s.slug, s.name
from json_to_recordset($2) as s (slug text, name text)
on conflict (knowledge_base_id, slug) do update
set name = excluded.name
where t.name <> excluded.name
returning t.id, t.slug, t.xmax = 0 as created

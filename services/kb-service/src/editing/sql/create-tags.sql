-- $2: JSON array of {slug, name}. Tags that exist keep their names.
insert into tags (knowledge_base_id, slug, name)
select $1, s.slug, s.name
from json_to_recordset($2) as s (slug text, name text)
on conflict (knowledge_base_id, slug) do nothing

-- The names of the tags with the slugs $2.
select t.slug, t.name
from tags t
where t.knowledge_base_id = $1 and t.slug = any($2::text[])

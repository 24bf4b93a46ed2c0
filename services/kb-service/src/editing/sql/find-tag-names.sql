-- The tags with the names $2 or the slugs $3, newest first.
select t.slug, t.name
from tags t
where t.knowledge_base_id = $1 and (t.name = any($2::text[]) or t.slug = any($3::text[]))
order by t.id desc

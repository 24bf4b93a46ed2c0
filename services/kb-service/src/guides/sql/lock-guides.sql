-- Guides by slug ($2) or ID ($3), in the order of their IDs. The next statement reads them, after waiting.
select g.id
from guides g
where g.knowledge_base_id = $1 and (g.slug = any($2::text[]) or g.id = any($3::bigint[]))
order by g.id
for no key update

-- $2 is a slug, or an ID if no category has the slug ($3, null if $2 is no number).
select c.id
from categories c
where c.knowledge_base_id = $1 and (c.slug = $2 or c.id = $3)
order by c.slug = $2 desc
limit 1

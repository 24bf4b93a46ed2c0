-- $2 is a slug, or an id when no category has it as slug ($3, null when it is no number).
select c.id
from categories c
where c.knowledge_base_id = $1 and (c.slug = $2 or c.id = $3)
order by c.slug = $2 desc
limit 1

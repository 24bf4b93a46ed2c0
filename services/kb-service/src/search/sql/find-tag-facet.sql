-- $2 is a slug, or an id when no tag has it as slug ($3, null when it is no number).
select t.id
from tags t
where t.knowledge_base_id = $1 and (t.slug = $2 or t.id = $3)
order by t.slug = $2 desc
limit 1

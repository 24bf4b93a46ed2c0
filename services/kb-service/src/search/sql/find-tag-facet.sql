-- $2 is a slug, or an ID if no tag has the slug ($3, null if $2 is no number).
select t.id
from tags t
where t.knowledge_base_id = $1 and (t.slug = $2 or t.id = $3)
order by t.slug = $2 desc
limit 1

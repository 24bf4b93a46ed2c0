-- A tag that clients see, by its slug $2, or by its id $3 (null when $2 is no number) when none is called so.
select t.id, t.slug, t.name
from tags t
where t.knowledge_base_id = $1 and t.visible and (t.slug = $2 or t.id = $3)
order by t.slug = $2 desc
limit 1

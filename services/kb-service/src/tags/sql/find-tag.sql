-- A visible tag by slug $2, or by ID $3 (null if $2 is no number) if no tag has the slug.
select t.id, t.slug, t.name
from tags t
where t.knowledge_base_id = $1 and t.visible and (t.slug = $2 or t.id = $3)
order by t.slug = $2 desc
limit 1

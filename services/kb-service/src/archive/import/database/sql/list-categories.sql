select c.id, c.slug, p.slug as parent
from categories c
left join categories p on p.knowledge_base_id = c.knowledge_base_id and p.id = c.parent_category_id
where c.knowledge_base_id = $1
order by c.id

-- A guide that the person $2 began and that has only the title $3. Within the first hour, another window may show it.
select d.guide_id as id
from guide_drafts d
join guides g on g.knowledge_base_id = d.knowledge_base_id and g.id = d.guide_id
where d.knowledge_base_id = $1
  and d.author_id = $2
  and d.title = $3
  and d.content_html = ''
  and d.category_ids = '{}'
  and d.tag_names = '{}'
  and d.state = 'draft'
  and d.updated_at < now() - interval '1 hour'
  and not g.published
order by d.guide_id
limit 1

-- What guides are found by; only those that clients may see.
select g.id, g.title, g.content_html,
  array(
    select c.category_id from guide_categories c where c.knowledge_base_id = g.knowledge_base_id and c.guide_id = g.id
  ) as categories,
  array(
    select t.tag_id from guide_tags t where t.knowledge_base_id = g.knowledge_base_id and t.guide_id = g.id
  ) as tags
from guides g
where g.knowledge_base_id = $1 and g.id = any($2) and g.published

-- Guides, published or not, in the category $3 and with the tag $4, unless these are null.
select g.slug, g.title, g.published, g.updated_at
from guides g
where g.knowledge_base_id = $1
  and not ($2 and g.published)
  and ($3::text is null or exists (
    select from guide_categories m
    join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id
    where m.knowledge_base_id = $1 and m.guide_id = g.id and c.slug = $3
  ))
  and ($4::text is null or exists (
    select from guide_tags m
    join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id
    where m.knowledge_base_id = $1 and m.guide_id = g.id and t.slug = $4
  ))
order by g.slug

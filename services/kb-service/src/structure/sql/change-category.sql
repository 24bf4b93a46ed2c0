update categories c
set name = $3, multiple_guides_name = $4, slug = $5
where c.knowledge_base_id = $1
  and c.id = $2
  and (c.name, c.multiple_guides_name, c.slug) is distinct from ($3, $4, $5)
returning c.id

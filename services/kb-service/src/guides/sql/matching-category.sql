-- $5 is a slug, or an id when no category has it as slug ($6, null when it is no number).
guide_categories m
join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
where m.knowledge_base_id = $1
  and m.category_id = (
    select c.id
    from categories c
    where c.knowledge_base_id = $1 and (c.slug = $5 or c.id = $6)
    order by c.slug = $5 desc
    limit 1
  )

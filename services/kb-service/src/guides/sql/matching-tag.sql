-- $5 is a slug, or an id when no tag has it as slug ($6, null when it is no number).
guide_tags m
join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
where m.knowledge_base_id = $1
  and m.tag_id = (
    select t.id
    from tags t
    where t.knowledge_base_id = $1 and (t.slug = $5 or t.id = $6)
    order by t.slug = $5 desc
    limit 1
  )

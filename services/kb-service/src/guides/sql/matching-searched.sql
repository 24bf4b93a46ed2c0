-- $5: ids in the order of the search that found them.
unnest($5::bigint[]) with ordinality as m (id, position)
join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published

select to_char(least(
    (select min(v.day) from guide_views v where v.knowledge_base_id = $1),
    (select min(c.day) from search_counts c where c.knowledge_base_id = $1)
  ), 'YYYY-MM-DD') as day

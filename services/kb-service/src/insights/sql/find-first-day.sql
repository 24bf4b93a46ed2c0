select to_char(least(
    (select min(v.day) from guide_views v where v.knowledge_base_id = $1),
    (select min(s.day) from searches_by_day s where s.tenant_id = $1)
  ), 'YYYY-MM-DD') as day

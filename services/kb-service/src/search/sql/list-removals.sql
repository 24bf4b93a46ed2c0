-- Guides that a search engine may still find although clients may not see them any more.
select array(
  select q.document_id
  from search_queue q
  left join guides g on g.knowledge_base_id = q.tenant_id and g.id = q.document_id
  where q.tenant_id = $1 and (g.published is not true)
) as ids

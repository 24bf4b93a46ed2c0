-- Everything that the search index should hold of a knowledge base, or may hold wrongly.
select queue_for_search($1, array(
  select g.id from guides g where g.knowledge_base_id = $1
  union
  select d.document_id from search_documents d where d.tenant_id = $1
)) as count

-- All guides of a knowledge base, and everything in its search index.
select queue_for_search($1, array(
  select g.id from guides g where g.knowledge_base_id = $1
  union
  select d.document_id from search_documents d where d.tenant_id = $1 and d.words is not null
)) as count

-- Everything that the search index should hold of a forum, or may hold wrongly.
select queue_for_search($1, array(
  select d.id from dialogs d where d.forum_id = $1
  union
  select s.document_id from search_documents s where s.tenant_id = $1
)) as count

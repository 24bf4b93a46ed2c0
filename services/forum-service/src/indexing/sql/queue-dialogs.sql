-- Every dialog that the index holds or should hold.
select queue_for_search($1, array(
  select d.id from dialogs d where d.forum_id = $1
  union
  select s.document_id from search_documents s where s.tenant_id = $1 and s.words is not null
)) as count

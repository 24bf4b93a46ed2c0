-- Dialogs that a search engine may still find although they are gone or, unless $2, archived.
select array(
  select q.document_id
  from search_queue q
  left join dialogs d on d.forum_id = q.tenant_id and d.id = q.document_id
  where q.tenant_id = $1 and (d.id is null or (d.archived and not $2))
) as ids

-- Dialogs that a search engine may still find although they are gone or, unless $2, archived. Each one that is queued is
-- looked up by its id, so that this takes as long as the queue is, and never as long as reading the forum.
select array(
  select q.document_id
  from search_queue q
  where q.tenant_id = $1 and coalesce(
    (select d.archived and not $2 from dialogs d where d.forum_id = q.tenant_id and d.id = q.document_id),
    true
  )
) as ids

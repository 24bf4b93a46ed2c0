-- By tenant: documents that everybody can find, changes that wait and since when (seconds), documents set aside.
select t.tenant_id,
  coalesce(w.documents, 0) as documents,
  coalesce(q.waiting, 0) as waiting,
  q.oldest,
  coalesce(q.set_aside, '[]') as set_aside
from (select tenant_id from search_words where word = '' union select tenant_id from search_queue) t
left join search_words w on w.tenant_id = t.tenant_id and w.word = ''
left join (
  select tenant_id,
    count(*) filter (where set_aside is null) as waiting,
    extract(epoch from now() - min(queued_at) filter (where set_aside is null))::float8 as oldest,
    json_agg(json_build_object('id', document_id, 'reason', set_aside) order by document_id)
      filter (where set_aside is not null) as set_aside
  from search_queue
  group by tenant_id
) q on q.tenant_id = t.tenant_id
where $1::bigint is null or t.tenant_id = $1
order by t.tenant_id

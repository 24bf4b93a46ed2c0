-- By tenant: public documents, those of them that have vectors of their present text, pending changes and their age
-- (seconds), and documents rejected by the local index or an engine's.
select t.tenant_id,
  coalesce(w.documents, 0) as documents,
  coalesce(w.embedded, 0) as embedded,
  coalesce(q.waiting, 0) as waiting,
  q.oldest,
  coalesce(a.set_aside, '[]') as set_aside
from (select tenant_id from search_tenants union select tenant_id from search_queue) t
left join (
  select d.tenant_id, count(*) as documents, count(v.document_id) as embedded
  from search_documents d
  join search_tenants s on s.tenant_id = d.tenant_id
  left join search_vectors v
    on v.tenant_id = d.tenant_id and v.document_id = d.document_id and v.document_revision = d.revision
      and v.space = s.embedded_space
  where d.words is not null and not d.hidden and ($1::bigint is null or d.tenant_id = $1)
  group by d.tenant_id
) w on w.tenant_id = t.tenant_id
left join (
  select tenant_id,
    count(*) as waiting,
    extract(epoch from now() - min(queued_at))::float8 as oldest
  from search_queue
  where set_aside is null
  group by tenant_id
) q on q.tenant_id = t.tenant_id
left join (
  select r.tenant_id,
    json_agg(json_build_object('id', r.document_id, 'index', r.name, 'reason', r.reason)
      order by r.document_id, r.name nulls first) as set_aside
  from (
    select tenant_id, document_id, null as name, set_aside as reason
    from search_queue
    where set_aside is not null
    union all
    select b.tenant_id, b.document_id, i.name, b.set_aside
    from search_backlog b
    join search_indexes i on i.id = b.index_id
    where b.set_aside is not null
  ) r
  group by r.tenant_id
) a on a.tenant_id = t.tenant_id
where $1::bigint is null or t.tenant_id = $1
order by t.tenant_id

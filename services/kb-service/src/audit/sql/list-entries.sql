-- The newest $3 changes since $2 to the knowledge base with the host name $1, and to deleted ones whose main name it was. Older than the
-- entry $4, about the guide $5 and by the actor $6, unless these are null.
select e.id, e.done_at, e.done_by, e.door, e.action, e.guide_id, e.subject, e.details
from audit_entries e
where (e.knowledge_base_id = (select h.knowledge_base_id from host_names h where h.host = $1)
    or (e.host = $1 and not exists (select from knowledge_bases k where k.id = e.knowledge_base_id)))
  and e.done_at >= coalesce($2::timestamptz, '-infinity')
  and ($4::bigint is null or e.id < $4)
  and ($5::bigint is null or e.guide_id = $5)
  and ($6::text is null or e.done_by = $6)
order by e.id desc
limit $3

-- $2: a pattern of `ilike`.
with found as (
  select t.document_id, t.title ilike $2 as in_title
  from baseline_texts t
  where t.tenant_id = $1 and (t.title ilike $2 or t.text ilike $2)
)
select count(*) over () as total, f.document_id as id
from found f
order by f.in_title desc, f.document_id
limit $3 offset $4

-- $1 knowledge base, $2 its host, $3 actor, $4 person, $5 door, $6 action, $7 array of events
insert into audit_entries (knowledge_base_id, host, done_by, person_id, door, action, guide_id, subject, details)
select $1, $2, $3, $4, $5, $6, e.guide_id, e.subject, coalesce(e.details, '{}')
from rows from (
  json_to_recordset($7) as (guide_id bigint, subject text, details jsonb)
) with ordinality as e (guide_id, subject, details, place)
order by e.place

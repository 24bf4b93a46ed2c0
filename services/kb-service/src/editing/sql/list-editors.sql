-- Who changed a guide last.
select distinct g.changed_by as name
from guides g
where g.knowledge_base_id = $1 and g.changed_by is not null

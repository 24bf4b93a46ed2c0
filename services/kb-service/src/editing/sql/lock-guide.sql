-- Serializes the changes of a guide and of its draft. The next statement reads them, after waiting.
select g.id
from guides g
where g.knowledge_base_id = $1 and g.id = $2
for no key update

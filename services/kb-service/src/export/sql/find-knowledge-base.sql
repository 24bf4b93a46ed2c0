select id, name, organization_name, language, (select count(*) from guides g where g.knowledge_base_id = k.id) as guides
from knowledge_bases k
where host = $1

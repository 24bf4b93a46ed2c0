-- Counts the published guides of a knowledge base.
update knowledge_bases k
set published_guides = counted.guides
from (select count(*) as guides from guides g where g.knowledge_base_id = $1 and g.published) counted
where k.id = $1 and k.published_guides <> counted.guides

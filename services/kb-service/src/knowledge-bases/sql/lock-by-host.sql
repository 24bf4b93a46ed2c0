-- Serializes the writers of a knowledge base; rows that refer to it can be written meanwhile. The next statement reads
-- the row: joins of this one, which may have waited, would see older data.
select id
from knowledge_bases
where id = (select h.knowledge_base_id from host_names h where h.host = $1)
for no key update

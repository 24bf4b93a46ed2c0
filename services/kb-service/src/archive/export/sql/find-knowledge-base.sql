select k.id, k.name, k.organization_name, k.language, k.accent_color,
  (select f.path from files f where f.knowledge_base_id = k.id and f.id = k.logo_file_id) as logo,
  (select count(*) from guides g where g.knowledge_base_id = k.id) as guides
from knowledge_bases k
where k.id = (select h.knowledge_base_id from host_names h where h.host = $1)

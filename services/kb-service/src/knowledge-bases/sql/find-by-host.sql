select id, host, name, organization_name, language, access, revision
from knowledge_bases
where host = $1

-- Tenants with at least $1 documents, the largest first.
select d.tenant_id as id, search_revision(d.tenant_id) as revision
from search_documents d
group by d.tenant_id
having count(*) >= $1
order by count(*) desc, d.tenant_id

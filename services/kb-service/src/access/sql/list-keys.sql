-- The keys of the knowledge base with host $1: one row without a key if it has none, no row if there is no such
-- host.
select k.id, k.name, k.created_at, k.last_used_at, k.revoked_at, k.scope
from knowledge_bases b
left join access_keys k on k.knowledge_base_id = b.id
where b.id = (select h.knowledge_base_id from host_names h where h.host = $1)
order by k.id

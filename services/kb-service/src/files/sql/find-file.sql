-- A file that a published guide shows, or the logo of a public knowledge base. The unguessable token is unique,
-- so no tenant is needed. Reads the bytes only if $2.
select f.knowledge_base_id, f.token, f.media_type, encode(f.content_hash, 'hex') as digest, k.access,
  case when $2 then f.bytes end as bytes,
  exists (select from tenant_moves m where m.tenant_id = k.id and m.state = 'moved') as moved
from files f
join knowledge_bases k on k.id = f.knowledge_base_id and k.access <> 'disabled'
where f.token = $1
  and (
    (k.access = 'public' and k.logo_file_id = f.id)
    or exists (
      select from guide_files m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
      where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
    )
  )

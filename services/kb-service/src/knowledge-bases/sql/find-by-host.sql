select k.id, k.host, k.name, k.organization_name, k.language, k.access, k.revision, k.accent_color,
  (
    select json_build_object('token', f.token, 'media_type', f.media_type, 'width', k.logo_width, 'height', k.logo_height)
    from files f
    where f.knowledge_base_id = k.id and f.id = k.logo_file_id
  ) as logo,
  exists (select from tenant_moves m where m.tenant_id = k.id and m.state = 'moved') as moved
from knowledge_bases k
where k.id = (select h.knowledge_base_id from host_names h where h.host = $1)

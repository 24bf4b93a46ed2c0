select k.id, k.host, k.name, k.organization_name, k.language, k.access, k.revision, k.accent_color,
  (
    select json_build_object('token', f.token, 'media_type', f.media_type, 'width', k.logo_width, 'height', k.logo_height)
    from files f
    where f.knowledge_base_id = k.id and f.id = k.logo_file_id
  ) as logo
from knowledge_bases k
where k.id = any($1)
  and not exists (select from tenant_moves m where m.tenant_id = k.id and m.state = 'moved')
order by k.name collate order_root, k.host

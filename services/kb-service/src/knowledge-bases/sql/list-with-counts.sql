-- All knowledge bases, or the one with host $1, with counts.
select k.host,
  array(select h.host from host_names h where h.knowledge_base_id = k.id and h.host <> k.host order by h.host) as other_hosts,
  k.name, k.organization_name, k.language, k.access, k.accent_color, k.created_at,
  (
    select json_build_object('token', f.token, 'media_type', f.media_type, 'width', k.logo_width, 'height', k.logo_height)
    from files f
    where f.knowledge_base_id = k.id and f.id = k.logo_file_id
  ) as logo,
  (select count(*) from guides g where g.knowledge_base_id = k.id) as guides,
  (select count(*) from guides g where g.knowledge_base_id = k.id and g.published) as published_guides,
  (select count(*) from categories c where c.knowledge_base_id = k.id) as categories,
  (select count(*) from tags t where t.knowledge_base_id = k.id) as tags,
  (
    select case m.state when 'moved' then 'moved' else 'moving' end
    from tenant_moves m
    where m.tenant_id = k.id and m.state <> 'deleted'
  ) as move
from knowledge_bases k
where $1::text is null or k.id = (select h.knowledge_base_id from host_names h where h.host = $1)
order by k.host

select f.id, f.account_id, f.slug, f.name, f.formal_name, f.intro_message, f.status_message, f.status_url,
  f.popup_header, f.thankyou_message, f.default_topic, f.topics, f.language, f.revision, f.hold, f.allowed_origins,
  f.accent_color, f.foreign_images, f.attachments, f.host,
  (
    select json_build_object('token', l.token, 'media_type', l.media_type, 'width', l.width, 'height', l.height)
    from forum_logos l
    where l.forum_id = f.id
  ) as logo,
  coalesce((
    select json_agg(json_build_object('name', m.name, 'type', m.type, 'maximum', m.maximum) order by m.name)
    from metadata_fields m
    where m.forum_id = f.id and a.allows_metadata
  ), '[]') as metadata_fields,
  exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved') as moved
from forums f
join accounts a on a.id = f.account_id
where f.slug = $1

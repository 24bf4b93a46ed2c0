-- Across tenants: lists tenants, for the front page or an operator.
select f.slug, a.name as account, f.name, f.formal_name, f.intro_message, f.status_message, f.status_url, f.popup_header,
  f.thankyou_message, f.topics, f.default_topic, f.language, f.hold, f.allowed_origins, f.accent_color,
  f.foreign_images, f.attachments, f.host, f.guides, f.states,
  exists (select from forum_logos l where l.forum_id = f.id) as has_logo, f.created_at,
  coalesce((
    select json_agg(json_build_object('name', m.name, 'type', m.type, 'maximum', m.maximum) order by m.name)
    from metadata_fields m
    where m.forum_id = f.id
  ), '[]') as metadata_fields,
  counted.dialogs, counted.archived_dialogs,
  (select count(*) from comments c where c.forum_id = f.id) as comments,
  (select count(*) from tags t where t.forum_id = f.id) as tags,
  (
    select case m.state when 'moved' then 'moved' else 'moving' end
    from tenant_moves m
    where m.tenant_id = f.account_id and m.state <> 'deleted'
  ) as move
from forums f
join accounts a on a.id = f.account_id
cross join lateral (
  select coalesce(sum(t.dialogs) filter (where not t.archived), 0) as dialogs,
    coalesce(sum(t.dialogs) filter (where t.archived), 0) as archived_dialogs
  from topic_counts t
  where t.forum_id = f.id
) counted
where f.slug = coalesce($1, f.slug)
order by f.slug

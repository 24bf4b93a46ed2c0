-- Null leaves a property unchanged; without a difference nothing is written.
update forums f
set name = wanted.name,
  formal_name = wanted.formal_name,
  intro_message = wanted.intro_message,
  status_message = wanted.status_message,
  status_url = wanted.status_url,
  popup_header = wanted.popup_header,
  thankyou_message = wanted.thankyou_message,
  topics = wanted.topics,
  default_topic = wanted.default_topic,
  language = wanted.language,
  hold = wanted.hold,
  allowed_origins = wanted.allowed_origins,
  accent_color = wanted.accent_color,
  foreign_images = wanted.foreign_images,
  host = wanted.host,
  attachments = wanted.attachments,
  guides = wanted.guides,
  states = wanted.states
from (
  select n.id, coalesce($2, n.name) as name, coalesce($3, n.formal_name) as formal_name,
    coalesce($4, n.intro_message) as intro_message, coalesce($5, n.status_message) as status_message,
    coalesce($6, n.status_url) as status_url, coalesce($7, n.popup_header) as popup_header,
    coalesce($8, n.thankyou_message) as thankyou_message, coalesce($9::text[], n.topics) as topics,
    coalesce($10, n.default_topic) as default_topic, coalesce($11, n.language) as language,
    coalesce($12, n.hold) as hold, coalesce($13::text[], n.allowed_origins) as allowed_origins,
    coalesce($14, n.accent_color) as accent_color, coalesce($15, n.foreign_images) as foreign_images,
    coalesce($16, n.host) as host, coalesce($17, n.attachments) as attachments,
    coalesce($18, n.guides) as guides, coalesce($19::jsonb, n.states) as states
  from forums n
  where n.id = $1
) wanted
where f.id = wanted.id
  and (f.name, f.formal_name, f.intro_message, f.status_message, f.status_url, f.popup_header, f.thankyou_message,
      f.topics, f.default_topic, f.language, f.hold, f.allowed_origins, f.accent_color, f.foreign_images, f.host,
      f.attachments, f.guides, f.states)
    is distinct from (wanted.name, wanted.formal_name, wanted.intro_message, wanted.status_message, wanted.status_url,
      wanted.popup_header, wanted.thankyou_message, wanted.topics, wanted.default_topic, wanted.language, wanted.hold,
      wanted.allowed_origins, wanted.accent_color, wanted.foreign_images, wanted.host,
      wanted.attachments, wanted.guides, wanted.states)
returning f.id

select 'publish' as kind, count(*) as waiting,
  coalesce(extract(epoch from now() - min(publish_at)), 0)::float8 as oldest
from guide_drafts
where state = 'scheduled' and publish_at <= now()

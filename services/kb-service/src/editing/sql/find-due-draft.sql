-- The scheduled draft that should have been published first, and who scheduled it.
select k.host, d.guide_id, d.publish_at, d.author_id, d.author_name, d.author_door
from guide_drafts d
join knowledge_bases k on k.id = d.knowledge_base_id
where d.state = 'scheduled' and d.publish_at <= now()
order by d.publish_at, d.knowledge_base_id, d.guide_id
limit 1

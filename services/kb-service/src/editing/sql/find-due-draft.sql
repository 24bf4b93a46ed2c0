-- The scheduled draft that should have been published first, and who scheduled it. Not those of the knowledge bases $1
-- and of the guides $2.
select d.knowledge_base_id, k.host, d.guide_id, d.publish_at, d.author_id, d.author_name, d.author_door
from guide_drafts d
join knowledge_bases k on k.id = d.knowledge_base_id
where d.state = 'scheduled'
  and d.publish_at <= now()
  and d.knowledge_base_id <> all($1::bigint[])
  and d.guide_id <> all($2::bigint[])
order by d.publish_at, d.knowledge_base_id, d.guide_id
limit 1

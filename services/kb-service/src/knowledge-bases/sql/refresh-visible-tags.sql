-- A tag is visible when it carries a published guide.
with visible as (
  select distinct t.tag_id as id
  from guide_tags t
  join guides g on g.knowledge_base_id = t.knowledge_base_id and g.id = t.guide_id
  where t.knowledge_base_id = $1 and g.published
)
update tags t
set visible = not t.visible
where t.knowledge_base_id = $1
  and t.visible <> (t.id in (select id from visible))

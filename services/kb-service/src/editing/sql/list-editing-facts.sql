-- What those who may write see of the published guides $2 beside their text.
select g.id, g.published, d.guide_id is not null as has_draft, coalesce(g.changed_at, g.updated_at) as updated_at,
  g.changed_by as author, g.edit_revision as revision
from guides g
left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
where g.knowledge_base_id = $1 and g.id = any($2::bigint[])

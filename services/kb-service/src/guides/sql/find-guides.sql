-- Guides by slug ($2) or ID ($3), in the order of their IDs.
select g.id, g.slug, g.title, g.published, g.edit_revision as revision,
  exists (select from guide_drafts d where d.knowledge_base_id = g.knowledge_base_id and d.guide_id = g.id) as has_draft
from guides g
where g.knowledge_base_id = $1 and (g.slug = any($2::text[]) or g.id = any($3::bigint[]))
order by g.id

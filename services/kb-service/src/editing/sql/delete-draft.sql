delete from guide_drafts d
where d.knowledge_base_id = $1 and d.guide_id = $2

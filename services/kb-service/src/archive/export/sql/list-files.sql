-- The images of guides, and the logo. Those of drafts and former versions stay behind.
select f.id, f.token, f.path
from files f
where f.knowledge_base_id = $1
  and (
    exists (select from guide_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id)
    or exists (select from knowledge_bases k where k.id = f.knowledge_base_id and k.logo_file_id = f.id)
  )
order by f.id

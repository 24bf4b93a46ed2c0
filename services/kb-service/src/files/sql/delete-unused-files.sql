-- Files that no guide shows and that are not the logo.
delete from files f
where f.knowledge_base_id = $1
  and not exists (
    select from guide_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
  )
  and not exists (
    select from knowledge_bases k where k.id = f.knowledge_base_id and k.logo_file_id = f.id
  )
returning f.id

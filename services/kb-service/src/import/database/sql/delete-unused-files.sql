delete from files f
where f.knowledge_base_id = $1
  and not exists (
    select from guide_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
  )
returning f.id

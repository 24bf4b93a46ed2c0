-- Files that no guide or draft shows, nor a recent version of a guide that is edited here (the source of an import keeps
-- its own), that are not the logo, and that were not uploaded just now.
delete from files f
where f.knowledge_base_id = $1
  and coalesce(f.uploaded_at, '-infinity') < now() - interval '1 day'
  and not exists (
    select from guide_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
  )
  and not exists (
    select from draft_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
  )
  and not exists (
    select from version_files m
    join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.edited
    where m.knowledge_base_id = f.knowledge_base_id
      and m.file_id = f.id
      and m.number > (
        select max(v.number) from guide_versions v
        where v.knowledge_base_id = m.knowledge_base_id and v.guide_id = m.guide_id
      ) - $2
  )
  and not exists (
    select from knowledge_bases k where k.id = f.knowledge_base_id and k.logo_file_id = f.id
  )
returning f.id

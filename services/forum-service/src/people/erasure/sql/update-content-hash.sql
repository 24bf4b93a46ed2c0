-- Null for a duplicate, as in imports.
update dialogs d
set content_hash = case
  when not exists (select from dialogs o where o.forum_id = $1 and o.content_hash = $3 and o.id <> $2) then $3::bytea
end
where d.forum_id = $1 and d.id = $2 and d.content_hash is not null

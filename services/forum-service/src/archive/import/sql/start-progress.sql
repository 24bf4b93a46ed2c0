insert into import_progress (forum_id, file_hash)
values ($1, $2)
on conflict (forum_id, file_hash) do nothing

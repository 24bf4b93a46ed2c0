update import_progress
set finished_at = coalesce(finished_at, now())
where forum_id = $1 and file_hash = $2
returning lines, dialogs, comments, votes, duplicates, refused, refusals, finished_at

update import_progress
set finished_at = coalesce(finished_at, now())
where forum_id = $1 and file_hash = $2
returning lines, dialogs, comments, votes, duplicates, refused, refused_comments, refused_votes, refused_marks, refusals,
  finished_at

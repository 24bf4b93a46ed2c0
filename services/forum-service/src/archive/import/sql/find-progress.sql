select lines, dialogs, comments, votes, duplicates, refused, refused_comments, refused_votes, refused_marks, refusals,
  finished_at
from import_progress
where forum_id = $1 and file_hash = $2

select lines, dialogs, comments, votes, duplicates, refused, refusals, finished_at
from import_progress
where forum_id = $1 and file_hash = $2
